# Warnings for cpsizer code; linked PRIVATE, so that users do not inherit them.
add_library(cpsizer_warnings INTERFACE)
add_library(cpsizer::warnings ALIAS cpsizer_warnings)
target_compile_options(cpsizer_warnings INTERFACE -Wall -Wextra -Wpedantic -Wno-missing-field-initializers)
if(CPSIZER_WERROR)
  target_compile_options(cpsizer_warnings INTERFACE -Werror)
endif()

# Precompiled headers with batches of sources. Only with GCC: those of clang contain the folder and the time of their
# creation, and a compiler cache that several checkouts share would exchange them.
set(CPSIZER_PRECOMPILE OFF)
if(CPSIZER_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(CPSIZER_PRECOMPILE ON)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # Precompiled headers can be cached only with this sloppiness; the rest lets checkouts in other folders share the
  # cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
                                  CCACHE_NOHASHDIR=true ${CCACHE})
endif()

if(CPSIZER_SANITIZE)
  add_compile_options(-fsanitize=${CPSIZER_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CPSIZER_SANITIZE})
  if(CPSIZER_SANITIZE MATCHES undefined)
    # The vptr check reads memory through a pipe: it fails when a test uses all descriptors.
    add_compile_options(-fno-sanitize-recover=undefined -fno-sanitize=vptr)
  endif()
endif()

# Set for all targets: precompiled headers are usable only with the same flags.
add_compile_options(-pthread)
