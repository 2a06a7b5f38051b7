# To be sourced by image/build.sh and package/build.sh: finds the programs of a build folder, and packs them
# reproducibly for any user, place and time. The caller sets `what`, the prefix of its errors.

# Sorting and text are the same on all machines; so are file permissions.
export LC_ALL=C TZ=UTC
umask 022
readonly programs=(cpsizer-server cpsizer-sidecar cpsizer-webhook cpsizer)

fail() { printf '%s: %s\n' "$what" "$*" >&2; exit 2; }

# Reads paths of files, one a line, and prints their real paths as the packages of the distribution name them.
distribution_paths() { xargs realpath | sed "s|^$sysroot/|/|"; }

# find_programs BUILD OUTPUT: sets build and output to their paths, and the variables that cmake/BuildFacts.cmake writes.
# `query` is dpkg-query for the packages that the programs are built with. All files get the time `epoch`:
# SOURCE_DATE_EPOCH, or that of the commit.
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
  # In the words of Debian: that of the C library.
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

# pack FOLDER [PATH]: prints a tar file.
pack() {
  tar -C "$1" --create --format=gnu --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner "${2:-.}"
}
