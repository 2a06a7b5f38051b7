# Sourced by image/build.sh and package/build.sh. Finds the programs of a build folder. Packs them reproducibly for any
# user, folder and time. The caller must set `what`, the prefix of the error messages.

# Makes the order of files, the texts and the file permissions the same on all machines.
export LC_ALL=C TZ=UTC
umask 022
readonly programs=(cpsizer-server cpsizer-sidecar cpsizer-webhook cpsizer)

fail() { printf '%s: %s\n' "$what" "$*" >&2; exit 2; }

# Reads paths of files, one per line. Prints their real paths as the distribution packages name them.
distribution_paths() { xargs realpath | sed "s|^$sysroot/|/|"; }

# find_programs BUILD OUTPUT: sets `build` and `output` to their paths, and sets the variables that
# cmake/BuildFacts.cmake writes. `query` is dpkg-query for the packages that the programs are built with. `epoch` is the
# time of all files: SOURCE_DATE_EPOCH, or the time of the commit.
find_programs() {
  [ -f "$1/facts.sh" ] || fail "$1 is not a build folder; \`./dev $what\` makes one"
  build=$(cd "$1" && pwd)
  mkdir -p "$2"
  output=$(cd "$2" && pwd)
  local program
  for program in "${programs[@]}"; do
    [ -x "$build/bin/$program" ] || fail "$build/bin/$program is missing; build it first, or run \`./dev $what\`"
  done
  epoch=${SOURCE_DATE_EPOCH:-$(git -C "$source_tree" log -1 --format=%ct 2>/dev/null || echo 0)}
  [[ $epoch =~ ^[0-9]+$ ]] || fail "SOURCE_DATE_EPOCH is $epoch; give seconds since 1970, such as 1760000000"
  . "$build/facts.sh"
  query=(dpkg-query --admindir="$sysroot/var/lib/dpkg")
  # The Debian name of the architecture. It is the architecture of the C library.
  architecture=$("${query[@]}" -S "/lib/$multiarch/libc.so.6" | sed 's/^libc6:\(.*\): .*/\1/')
  readonly build output epoch version revision multiarch sysroot strip query architecture
}

# install_programs FOLDER: installs all programs, without symbols.
install_programs() {
  local program
  mkdir -p "$1"
  for program in "${programs[@]}"; do
    "$strip" -o "$1/$program" "$build/bin/$program"
    chmod 755 "$1/$program"
  done
}

# pack FOLDER [PATH]: prints a tar file with FOLDER, or with PATH in FOLDER.
pack() {
  tar -C "$1" --create --format=gnu --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner "${2:-.}"
}
