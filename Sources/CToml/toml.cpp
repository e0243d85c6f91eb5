// toml++ behind one C function, so that no Swift file is compiled as C++.
#include "CToml.h"

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>

namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c < 0x20 || c == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", c);
      out += escape;
    } else {
      out += static_cast<char>(c);
    }
  }
  return out + '"';
}

bool is_plain(const toml::node &node) {
  return node.is_string() || node.is_boolean() || node.is_integer() ||
         (node.is_floating_point() && std::isfinite(**node.as_floating_point()));
}

std::string plain(const toml::node &node) {
  if (auto text = node.as_string()) return quoted(**text);
  if (auto flag = node.as_boolean()) return **flag ? "true" : "false";
  if (auto number = node.as_integer()) return std::to_string(**number);
  std::ostringstream out;
  out.precision(17);
  out << **node.as_floating_point();
  return out.str();
}

std::string value_of(const toml::node &node, std::string &type) {
  if (is_plain(node)) return plain(node);
  if (auto array = node.as_array()) {
    bool all = true;
    for (auto &&element : *array) all = all && is_plain(element);
    if (all) {
      std::string out = "[";
      for (auto &&element : *array) {
        if (out.size() > 1) out += ',';
        out += plain(element);
      }
      return out + "]";
    }
  }
  std::ostringstream text, name;
  node.visit([&text](const auto &held) { text << held; });
  name << node.type();
  type = name.str();
  return quoted(text.str());
}

std::string position(const toml::source_position &at) {
  return "\"line\":" + std::to_string(at.line) + ",\"column\":" + std::to_string(at.column);
}

void walk(const toml::table &table, const std::string &prefix, std::string &out) {
  for (auto &&[key, node] : table) {
    const std::string path = prefix + std::string(key.str());
    if (auto inner = node.as_table()) {
      walk(*inner, path + ".", out);
      continue;
    }
    std::string type;
    const std::string value = value_of(node, type);
    if (out.size() > 1) out += ',';
    out += "{\"path\":" + quoted(path) + ",\"value\":" + value;
    if (!type.empty()) out += ",\"type\":" + quoted(type);
    out += "," + position(key.source().begin) + "}";
  }
}

}  // namespace

extern "C" char *waymark_toml_to_json(const char *text, unsigned long length) {
  // No exception may cross into Swift.
  try {
    std::string out = "[";
    try {
      walk(toml::parse(std::string_view(text, length)), "", out);
      out += "]";
    } catch (const toml::parse_error &error) {
      out = "{\"error\":" + quoted(error.description()) + "," + position(error.source().begin) + "}";
    }
    char *result = static_cast<char *>(std::malloc(out.size() + 1));
    if (result) std::memcpy(result, out.c_str(), out.size() + 1);
    return result;
  } catch (...) {
    return nullptr;
  }
}
