# There are two kinds of tests. The name of the kind is the label of the test:
#   unit     tests of one room, in this process or with programs that they start; the asan build runs them
#   program  tests of programs, pages and real parts such as kube-apiserver, as installed; the dev build runs them
# CPSIZER_TESTS has the kinds that a build folder registers. Test programs of the other kind are built only on request.
include(GoogleTest)

set(CPSIZER_UNIT_TIMEOUT 1500)

# cpsizer_test_program(TARGET KIND unit|program [PLAIN] SOURCES file.cc ... [LIBRARIES library ...] [PROGRAMS target ...])
#
# Adds a program of GoogleTest tests. PROGRAMS are built before the program. A PLAIN program has no precompiled headers.
function(cpsizer_test_program target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PLAIN" "KIND" "SOURCES;LIBRARIES;PROGRAMS")
  add_executable(${target} ${arg_SOURCES})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} cpsizer::test_paths cpsizer::warnings GTest::gmock
                                          GTest::gtest_main)
  cpsizer_unity(${target} 10)
  if(CPSIZER_PRECOMPILE AND NOT arg_PLAIN)
    target_precompile_headers(${target} REUSE_FROM cpsizer_test_precompiled)
  endif()
  if(arg_PROGRAMS)
    add_dependencies(${target} ${arg_PROGRAMS})
  endif()
  if(NOT arg_KIND IN_LIST CPSIZER_TESTS)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

# cpsizer_unit_test(TARGET SOURCES ... [LIBRARIES ...] [PROGRAMS ...]): adds a test program whose suites are separate
# tests of ctest.
function(cpsizer_unit_test target)
  cpsizer_test_program(${target} KIND unit ${ARGN})
  if("unit" IN_LIST CPSIZER_TESTS)
    set(discovery ${CMAKE_CURRENT_BINARY_DIR}/${target}_discovery)
    file(GENERATE OUTPUT ${discovery}.cmake CONTENT
"include([==[${PROJECT_SOURCE_DIR}/cmake/DiscoverSuites.cmake]==])
cpsizer_discover_suites(${target} [==[$<TARGET_FILE:${target}>]==] [==[${discovery}_list.cmake]==]
                        \"LABELS unit TIMEOUT ${CPSIZER_UNIT_TIMEOUT}\")
")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${discovery}.cmake)
  endif()
endfunction()

# cpsizer_program_test(TARGET [TIMEOUT seconds] SOURCES ... [LIBRARIES ...] [PROGRAMS ...]): adds a test program whose
# cases are separate tests of ctest.
function(cpsizer_program_test target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "")
  cpsizer_test_program(${target} KIND program ${arg_UNPARSED_ARGUMENTS})
  if("program" IN_LIST CPSIZER_TESTS)
    gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST PROPERTIES LABELS program TIMEOUT ${arg_TIMEOUT})
  endif()
endfunction()

# cpsizer_real_test(NAME COMMAND command ... [PROPERTIES ...]): adds one test of ctest for a whole command, because its
# cases share a real server whose start takes longer than a case. The test is skipped if a real part is unavailable.
function(cpsizer_real_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT;PROCESSORS" "COMMAND;PROPERTIES")
  if(NOT "program" IN_LIST CPSIZER_TESTS)
    return()
  endif()
  if(NOT arg_PROCESSORS)
    set(arg_PROCESSORS 1)
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  # These tests mostly wait for real parts. COST starts them first, so that tests that need much CPU run in parallel
  # with them.
  set_tests_properties(${name} PROPERTIES LABELS program TIMEOUT ${arg_TIMEOUT} PROCESSORS ${arg_PROCESSORS}
                                          COST ${arg_TIMEOUT} ${arg_PROPERTIES})
endfunction()
