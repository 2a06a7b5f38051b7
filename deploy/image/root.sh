# Sourced by build.sh. Collects the files of the image. Lists the files of distribution packages in $work/files, for the
# SBOM.

# needed FILE: prints the libraries that FILE (a program or a library) names, and the loader, as paths in the
# distribution.
needed() {
  readelf --wide --dynamic --program-headers "$1" |
    sed -n -e '/(NEEDED).*\[ld-linux/d' -e "s|.*(NEEDED).*\[\(.*\)\]|/lib/$multiarch/\1|p" -e 's|.*program interpreter: \(.*\)\]|\1|p'
}

# add_needed FILE: prints the libraries that FILE needs, directly or through other libraries, if they are not in `seen`.
add_needed() {
  local listed library
  listed=$(needed "$1") || fail "readelf cannot read $1"
  for library in $listed; do
    [ -z "${seen[$library]:-}" ] || continue
    [ -f "$sysroot$library" ] || fail "$sysroot$library, which $1 needs, is missing; install the Debian package that has it"
    seen[$library]=yes
    printf '%s\n' "$library"
    add_needed "$sysroot$library"
  done
}

# Prints all libraries that the programs need, and the loader.
libraries() {
  local -A seen=()
  local program
  for program in "${programs[@]}"; do add_needed "$build/bin/$program"; done
}

# take MODE FILE ROOT PLACE: copies a file of the distribution to PLACE in ROOT. Follows links, so that PLACE is a file.
take() {
  local file=$sysroot$2
  [ -f "$file" ] || fail "$file is missing; install the package that has it"
  distribution_paths <<<"$file" >>"$work/files"
  install -D -m "$1" "$file" "$3$4"
}

# Copies the authorities that the distribution trusts. Does not copy /etc/ssl/certs of this machine, because this
# machine may trust additional authorities.
take_authorities() {
  local bundle=$1/etc/ssl/certs/ca-certificates.crt file
  mkdir -p "$(dirname "$bundle")"
  for file in "$sysroot"/usr/share/ca-certificates/mozilla/*.crt; do
    [ -f "$file" ] || fail "/usr/share/ca-certificates/mozilla is empty; install ca-certificates"
    printf '%s\n' "${file#"$sysroot"}" >>"$work/files"
    # sed adds a final line feed if it is missing. Without it, the next file would continue the last line.
    sed -e '$a\' "$file" >>"$bundle"
  done
}

fill_root() {
  local root=$1 library mode
  # Uses the layout of Debian, because the programs name the loader as /lib64/... or /lib/...
  mkdir -p "$root"/usr/{bin,lib,share/doc/cpsizer} "$root/etc"
  ln -s usr/lib "$root/lib"
  install_programs "$root/usr/bin"
  libraries | sort >"$work/libraries"
  while read -r library; do
    case "$library" in
      /lib64/*) ln -sfn usr/lib64 "$root/lib64" ;;
    esac
    # The loader must be executable, because the kernel starts it.
    case "$library" in */ld-linux*) mode=755 ;; *) mode=644 ;; esac
    take "$mode" "$library" "$root" "/usr$library"
  done <"$work/libraries"
  take_authorities "$root"
  # Scanners read this file to select security notices.
  take 644 /etc/os-release "$root" /etc/os-release
  # Resolves names first with the /etc/hosts that Kubernetes writes, then with DNS. Without this file, DNS would be used
  # first.
  printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
  printf 'cpsizer:x:%s:%s::/:/nonexistent\n' "$user" "$user" >"$root/etc/passwd"
  printf 'cpsizer:x:%s:\n' "$user" >"$root/etc/group"
  install -d -m 1777 "$root/tmp"
  install -m 644 "$source_tree/LICENSE" "$root/usr/share/doc/cpsizer/LICENSE"
}
