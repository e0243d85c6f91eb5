#ifndef WAYMARK_CTOML_H
#define WAYMARK_CTOML_H

#ifdef __cplusplus
extern "C" {
#endif

/// Parses a TOML text of `length` bytes. Gives a JSON array, one object a value in the order of the text:
/// `{"path": "server.url", "value": …, "line": 3, "column": 7}`; an array of plain values is one entry. A value that
/// JSON lacks (a date, a nested array, inf) becomes its TOML text, with `"type"` naming it. A text that is no TOML gives
/// `{"error": "…", "line": 3, "column": 7}`. The caller frees the result; NULL means memory ran out.
char *waymark_toml_to_json(const char *text, unsigned long length);

#ifdef __cplusplus
}
#endif

#endif
