// The part of the Python module that is bound in bind_logic.cpp.
#pragma once

#include <nanobind/nanobind.h>

void bind_logic(nanobind::module_& module);
