# ctest includes this script. Registers each suite of a GoogleTest program as one test, because the start of a process
# takes longer than most cases, above all with a sanitizer. `list` is the file with the registered tests, which is written
# again when the program is newer.
function(cpsizer_discover_suites name program list properties)
  if(NOT EXISTS "${program}")
    add_test("${name}_NOT_BUILT" "${name}_NOT_BUILT")
    return()
  endif()
  if(NOT EXISTS "${list}" OR "${program}" IS_NEWER_THAN "${list}" OR "${CMAKE_CURRENT_FUNCTION_LIST_FILE}" IS_NEWER_THAN "${list}")
    execute_process(COMMAND "${program}" --gtest_list_tests OUTPUT_VARIABLE cases COMMAND_ERROR_IS_FATAL ANY)
    # A line with a suite ends with a dot, or has a comment after the dot. The lines with its cases are indented.
    string(REGEX MATCHALL "(^|\n)[^ \n]+\\." suites "${cases}")
    set(tests "")
    foreach(suite IN LISTS suites)
      string(STRIP "${suite}" suite)
      string(REGEX REPLACE "\\.$" "" suite "${suite}")
      string(APPEND tests "add_test([==[${suite}]==] \"${program}\" [==[--gtest_filter=${suite}.*]==])\n"
                          "set_tests_properties([==[${suite}]==] PROPERTIES ${properties})\n")
    endforeach()
    file(WRITE "${list}" "${tests}")
  endif()
  include("${list}")
endfunction()
