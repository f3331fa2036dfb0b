// The part of the Python module that is bound in bind_rating.cpp.
#pragma once

#include <nanobind/nanobind.h>

void bind_rating(nanobind::module_& module);
