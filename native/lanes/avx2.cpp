// For CPUs with AVX2: eight lanes. Compiled for that instruction set if the compiler supports it.
#if defined(__AVX2__)
#define NINEFOLD_VERSION for_avx2
#include "engine.hpp"

namespace ninefold::lanes {
namespace {

constexpr Version here = for_avx2::version<8>("avx2");

}

const Version* const avx2 = &here;

}  // namespace ninefold::lanes
#else
#include "version.hpp"

const ninefold::lanes::Version* const ninefold::lanes::avx2 = nullptr;
#endif
