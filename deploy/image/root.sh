# To be sourced by build.sh: the files of the image. What comes from a package of the distribution is listed in
# $work/files, for the SBOM.

# The libraries that the programs need, and the loader.
libraries() {
  local listed
  listed=$(cd "$build/bin" && ldd "${programs[@]}") || fail "ldd cannot read the programs in $build/bin"
  ! grep 'not found' <<<"$listed" >&2 || fail "the libraries above are missing; install them, or build again"
  sed -n -e 's/.* => \(\/[^ ]*\) (.*/\1/p' -e 's/^\t\(\/[^ ]*\) (.*/\1/p' <<<"$listed" | sort -u
}

# take MODE FILE ROOT PLACE: a file of the distribution. A link is followed: the place is the name that is asked for.
take() {
  [ -f "$2" ] || fail "$2 is missing; install the package that has it"
  realpath "$2" >>"$work/files"
  install -D -m "$1" "$2" "$3$4"
}

# The authorities that the distribution trusts. Not /etc/ssl/certs of this machine, which may trust more.
take_authorities() {
  local bundle=$1/etc/ssl/certs/ca-certificates.crt file
  mkdir -p "$(dirname "$bundle")"
  for file in /usr/share/ca-certificates/mozilla/*.crt; do
    [ -f "$file" ] || fail "/usr/share/ca-certificates/mozilla is empty; install ca-certificates"
    printf '%s\n' "$file" >>"$work/files"
    # One that does not end its last line would join the next one.
    sed -e '$a\' "$file" >>"$bundle"
  done
}

fill_root() {
  local root=$1 library mode
  # Debian's own layout: the loader's name in the programs is /lib64/... or /lib/...
  mkdir -p "$root"/usr/{bin,lib,share/doc/cpsizer} "$root/etc"
  ln -s usr/lib "$root/lib"
  install_programs "$root/usr/bin"
  libraries >"$work/libraries"
  while read -r library; do
    case "$library" in
      /lib64/*) ln -sfn usr/lib64 "$root/lib64" ;;
      /lib/* | /usr/lib/*) ;;
      *) fail "$library is no library of the distribution; build on Debian 12 with its packages alone" ;;
    esac
    # The kernel starts the loader.
    case "$library" in */ld-linux*) mode=755 ;; *) mode=644 ;; esac
    take "$mode" "$library" "$root" "/usr/${library#/usr/}"
  done <"$work/libraries"
  take_authorities "$root"
  # Scanners look here for whose security notices count.
  take 644 /etc/os-release "$root" /etc/os-release
  # Names are looked up in the /etc/hosts that Kubernetes writes, then in DNS. Without this file DNS would come first.
  printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
  printf 'cpsizer:x:%s:%s::/:/nonexistent\n' "$user" "$user" >"$root/etc/passwd"
  printf 'cpsizer:x:%s:\n' "$user" >"$root/etc/group"
  install -d -m 1777 "$root/tmp"
  install -m 644 "$source_tree/LICENSE" "$root/usr/share/doc/cpsizer/LICENSE"
}
