// For CPUs with AVX-512: sixteen lanes. Compiled for that instruction set if the compiler supports it.
#if defined(__AVX512VL__)
#define NINEFOLD_VERSION for_avx512
#include "engine.hpp"

namespace ninefold::lanes {
namespace {

constexpr Version here = for_avx512::version<16>("avx512");

}

const Version* const avx512 = &here;

}  // namespace ninefold::lanes
#else
#include "version.hpp"

const ninefold::lanes::Version* const ninefold::lanes::avx512 = nullptr;
#endif
