//! `parse`, `Parser` and `Parsed`: one document, from Python's bytes to tables.
//!
//! Enters: bytes or text and settings, checked by the Python layer as far as they are policy. Leaves: a [`Parsed`], or the
//! exception that refuses the document. The work is done detached from the interpreter; only `bytes` and `str` are
//! borrowed for it, since a view says nothing of whether its owner will change it.

use super::diagnostics::PyDiagnostics;
use super::errors;
use super::table::{PySitemapTable, PyUrlTable};
use crate::fields::url::Hosts;
use crate::formats::Format;
use crate::formats::output::Settings;
use crate::limits;
use crate::parse::{self, Document, Options, Source};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use std::sync::{Mutex, PoisonError};

/// What a document is read from, kept alive for as long as it is read.
enum Data {
    Bytes(PyBackedBytes),
    Text(PyBackedStr),
    Copy(Vec<u8>),
}

impl Data {
    fn take(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        if data.is_instance_of::<PyBytes>() {
            return Ok(Self::Bytes(data.extract()?));
        }
        if data.is_instance_of::<PyString>() {
            return Ok(Self::Text(data.extract()?));
        }
        let Ok(buffer) = PyBuffer::<u8>::get(data) else {
            let found = data.get_type().name()?.to_string();
            return Err(PyTypeError::new_err(format!("bytes, a buffer of bytes or str is needed, not {found}")));
        };
        Ok(Self::Copy(buffer.to_vec(data.py())?))
    }

    fn source(&self) -> Source<'_> {
        match self {
            Self::Bytes(bytes) => Source::Bytes(bytes),
            Self::Text(text) => Source::Text(text),
            Self::Copy(bytes) => Source::Bytes(bytes),
        }
    }
}

/// The settings of one document, as keyword arguments.
fn options(py: Python<'_>, named: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let mut options = Options {
        settings: Settings {
            url: String::new(),
            strict: false,
            lenient_dates: false,
            raw: false,
            dedupe: false,
            max_urls: None,
            max_validation_errors: Some(limits::MAX_VALIDATION_ERRORS),
            child_depth: 1,
            fast: true,
        },
        robots: false,
        format: None,
        salvage: false,
        max_size: limits::MAX_SIZE,
        content_type: None,
        origins: Vec::new(),
        hosts: None,
        decoded: false,
    };
    for (key, value) in named.into_iter().flat_map(PyDictMethods::iter) {
        let key: PyBackedStr = key.extract()?;
        set(py, &mut options, &key, &value)?;
    }
    Ok(options)
}

fn set(py: Python<'_>, options: &mut Options, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let settings = &mut options.settings;
    match key {
        "url" => settings.url = value.extract()?,
        "robots" => options.robots = value.extract()?,
        "strict" => settings.strict = value.extract()?,
        "salvage" => options.salvage = value.extract()?,
        "lenient_dates" => settings.lenient_dates = value.extract()?,
        "raw" => settings.raw = value.extract()?,
        "dedupe" => settings.dedupe = value.extract()?,
        "content_type" => options.content_type = value.extract()?,
        "max_size" => options.max_size = value.extract::<Option<u64>>()?.unwrap_or(u64::MAX),
        "max_urls" => settings.max_urls = value.extract()?,
        "max_validation_errors" => settings.max_validation_errors = value.extract()?,
        "origins" => options.origins = value.extract()?,
        "child_depth" => settings.child_depth = value.extract()?,
        // For the tests that hold the two lanes together.
        "_fast" => settings.fast = value.extract()?,
        "format" => {
            let name: Option<String> = value.extract()?;
            options.format = name
                .map(|name| {
                    let expected = Format::ALL.map(Format::name).join(", ");
                    let reason = format!("one of {expected} was expected");
                    Format::of_name(&name).ok_or_else(|| errors::config(py, "format", &reason))
                })
                .transpose()?;
        }
        "hosts" => {
            let names: Option<Vec<String>> = value.extract()?;
            options.hosts = names.map(|names| hosts(py, &names)).transpose()?;
        }
        _ => return Err(PyTypeError::new_err(format!("no such setting: {key}"))),
    }
    Ok(())
}

/// Patterns of hosts (rule \[47\]).
pub(crate) fn hosts(py: Python<'_>, names: &[String]) -> PyResult<Hosts> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Hosts::parse(&names).map_err(|reason| errors::config(py, "hosts", &reason))
}

/// What was read of one document.
#[pyclass(frozen, get_all, module = "sitemapfast._core")]
pub(crate) struct Parsed {
    /// The URL it was served from.
    url: String,
    /// Its format, or `None` where it could not be told.
    format: Option<String>,
    /// The pages.
    urls: Py<PyUrlTable>,
    /// The sitemaps it lists.
    sitemaps: Py<PySitemapTable>,
    /// What was lost.
    errors: Py<PyDiagnostics>,
    /// What was read past.
    notes: Py<PyList>,
    /// How many errors there were, recorded or not.
    error_count: u64,
    /// Whether it was read to its end.
    complete: bool,
    /// Its size in bytes, decompressed.
    size: u64,
    /// Whether it was gzip.
    compressed: bool,
    /// Its encoding.
    encoding: String,
    /// Pages and sitemaps that `hosts` kept out.
    outside_hosts: u64,
}

impl Parsed {
    fn new(py: Python<'_>, document: Document, url: &str) -> PyResult<Self> {
        let notes = PyList::empty(py);
        for noted in document.diagnostics.notes() {
            notes.append(errors::note(py, noted, url)?)?;
        }
        Ok(Self {
            url: url.to_owned(),
            format: document.format.map(|format| format.name().to_owned()),
            urls: Py::new(py, PyUrlTable::from(document.urls))?,
            sitemaps: Py::new(py, PySitemapTable::from(document.sitemaps))?,
            error_count: document.diagnostics.error_count(),
            errors: Py::new(py, PyDiagnostics::new(url, document.diagnostics))?,
            notes: notes.unbind(),
            complete: document.complete,
            size: document.input.size,
            compressed: document.input.compressed,
            encoding: document.input.encoding.to_owned(),
            outside_hosts: document.outside,
        })
    }
}

#[pymethods]
impl Parsed {
    #[new]
    #[pyo3(signature = (*, url, format, urls, sitemaps, errors, notes, error_count, complete, size, compressed, encoding, outside_hosts))]
    #[expect(clippy::too_many_arguments, reason = "one for each attribute, by keyword")]
    const fn make(
        url: String,
        format: Option<String>,
        urls: Py<PyUrlTable>,
        sitemaps: Py<PySitemapTable>,
        errors: Py<PyDiagnostics>,
        notes: Py<PyList>,
        error_count: u64,
        complete: bool,
        size: u64,
        compressed: bool,
        encoding: String,
        outside_hosts: u64,
    ) -> Self {
        Self {
            url,
            format,
            urls,
            sitemaps,
            errors,
            notes,
            error_count,
            complete,
            size,
            compressed,
            encoding,
            outside_hosts,
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let format = self.format.as_deref().unwrap_or("unknown");
        let (urls, sitemaps) = (self.urls.bind(py).len()?, self.sitemaps.bind(py).len()?);
        Ok(format!("<Parsed {format}: {urls} urls, {sitemaps} sitemaps, {} errors>", self.error_count))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        const FIELDS: [&str; 12] = [
            "url",
            "format",
            "urls",
            "sitemaps",
            "errors",
            "notes",
            "error_count",
            "complete",
            "size",
            "compressed",
            "encoding",
            "outside_hosts",
        ];
        let py = slf.py();
        let fields = PyDict::new(py);
        for name in FIELDS {
            fields.set_item(name, slf.getattr(name)?)?;
        }
        let load = py.import("sitemapfast._core")?.getattr("_load_parsed")?;
        (load, (fields,)).into_pyobject(py)
    }
}

/// Puts together again what a pickle holds.
#[pyfunction]
pub(crate) fn _load_parsed<'py>(py: Python<'py>, fields: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    py.get_type::<Parsed>().call((), Some(fields))
}

/// The result, or the exception that refuses the document and carries it.
fn outcome(py: Python<'_>, mut document: Document, url: &str) -> PyResult<Parsed> {
    let refused = document.refused.take();
    let parsed = Parsed::new(py, document, url)?;
    let Some(error) = refused else { return Ok(parsed) };
    let exception = errors::refusal(py, &error, url)?;
    exception.setattr("result", Py::new(py, parsed)?)?;
    Err(PyErr::from_value(exception))
}

/// Reads one document.
#[pyfunction]
#[pyo3(name = "parse", signature = (data, /, **settings))]
pub(crate) fn py_parse(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Parsed> {
    let options = options(py, settings)?;
    let data = Data::take(data)?;
    let document = py.detach(|| parse::parse(data.source(), &options));
    outcome(py, document, &options.settings.url)
}

/// Reads one document by pieces; one thread at a time.
#[pyclass(frozen, name = "Parser", module = "sitemapfast._core")]
pub(crate) struct PyParser {
    options: Options,
    state: Mutex<State>,
}

enum State {
    /// Nothing was fed: bytes or text is yet to be seen.
    Fresh,
    Reading(Box<parse::Parser>, bool),
    Finished,
}

impl PyParser {
    fn begin(&self, py: Python<'_>, text: bool) -> PyResult<Box<parse::Parser>> {
        let options = Options { decoded: text, ..self.options.clone() };
        let parser = parse::Parser::new(&options);
        let parser = parser.map_err(|error| match errors::refusal(py, &error, &self.options.settings.url) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        })?;
        Ok(Box::new(parser))
    }
}

#[pymethods]
impl PyParser {
    #[new]
    #[pyo3(signature = (**settings))]
    fn make(py: Python<'_>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let parser = Self { options: options(py, settings)?, state: Mutex::new(State::Fresh) };
        // A URL that is none is told at once.
        parser.begin(py, false)?;
        Ok(parser)
    }

    /// Reads on; returns the pages completed since, provisional until `finish` returns.
    fn feed(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<PyUrlTable> {
        let data = Data::take(data)?;
        let text = matches!(data, Data::Text(_));
        let mut state = self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        if matches!(*state, State::Fresh) {
            *state = State::Reading(self.begin(py, text)?, text);
        }
        let State::Reading(parser, begun_with_text) = &mut *state else {
            return Err(PyValueError::new_err("the parser is finished"));
        };
        if *begun_with_text != text {
            return Err(PyTypeError::new_err("a parser is fed either bytes or str, not both"));
        }
        let table = py.detach(|| match data.source() {
            Source::Bytes(bytes) => parser.feed(bytes),
            Source::Text(text) => parser.feed(text.as_bytes()),
        });
        Ok(PyUrlTable::from(table))
    }

    /// Reads the rest and returns the document; its pages are those that `feed` has not returned.
    fn finish(&self, py: Python<'_>) -> PyResult<Parsed> {
        let mut state = self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let parser = match std::mem::replace(&mut *state, State::Finished) {
            State::Fresh => self.begin(py, false)?,
            State::Reading(parser, _) => parser,
            State::Finished => return Err(PyValueError::new_err("the parser is finished")),
        };
        drop(state);
        let document = py.detach(|| parser.finish());
        outcome(py, document, &self.options.settings.url)
    }
}
