# The facts about this build that deploy/programs.sh needs, because it cannot run programs of another architecture. `multiarch`
# is the folder of libraries, such as x86_64-linux-gnu; `sysroot` is empty in a build for this machine. The link of cpsizer
# copies the file to facts.sh.
set(CPSIZER_FACTS ${PROJECT_BINARY_DIR}/CMakeFiles/facts.sh)
file(
  WRITE ${CPSIZER_FACTS}
  "version=${PROJECT_VERSION}
revision=${CPSIZER_COMMIT}
multiarch=${CMAKE_LIBRARY_ARCHITECTURE}
sysroot='${CMAKE_SYSROOT}'
strip='${CMAKE_STRIP}'
")
