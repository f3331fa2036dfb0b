// The part of the Python module that is bound in bind_bulk.cpp.
#pragma once

#include <nanobind/nanobind.h>

void bind_bulk(nanobind::module_& module);
