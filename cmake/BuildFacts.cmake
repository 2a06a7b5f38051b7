# Writes the facts about this build that deploy/programs.sh needs, because deploy/programs.sh cannot run programs of
# another architecture. `multiarch` is the folder of libraries, such as x86_64-linux-gnu. `sysroot` is empty in a build
# for this machine. When cpsizer is linked, the file is copied to facts.sh.
set(CPSIZER_FACTS ${PROJECT_BINARY_DIR}/CMakeFiles/facts.sh)
file(
  WRITE ${CPSIZER_FACTS}
  "version=${PROJECT_VERSION}
revision=${CPSIZER_COMMIT}
multiarch=${CMAKE_LIBRARY_ARCHITECTURE}
sysroot='${CMAKE_SYSROOT}'
strip='${CMAKE_STRIP}'
")
