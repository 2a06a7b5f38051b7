#!/bin/sh
# in_root.sh ROOT PROGRAM [ARGUMENT...]: runs a program in an environment like a container.
#
# The folder ROOT is the read-only root. The program has /proc, the network of the machine and an empty environment. It
# runs as user 65532 without privileges. Exit code 69: the machine does not allow this.
set -eu

readonly NOT_HERE=69
readonly USER_ID=65532

# Creates a separate mount namespace. If the caller is not root, also creates a user namespace in which the caller is
# root.
if [ "$1" != --apart ]; then
  caller=$(id -u)
  if [ "$caller" = 0 ]; then apart='unshare --mount'; else apart='unshare --user --map-root-user --mount'; fi
  if ! $apart mount --bind "$1" "$1"; then
    echo "user $caller may not mount anything here" >&2
    exit "$NOT_HERE"
  fi
  exec $apart "$0" --apart "$caller" "$@"
fi

caller=$2
root=$3
shift 3
mkdir -p "$root/proc"
mount --bind "$root" "$root"
mount --rbind /proc "$root/proc"
mount -o remount,bind,ro,nosuid,nodev "$root"
# Disables the leak check, because the root does not contain the list of allowed leaks.
alone='env -i PATH=/usr/sbin:/usr/bin ASAN_OPTIONS=detect_leaks=0 setpriv --no-new-privs'
if [ "$caller" = 0 ]; then
  exec $alone chroot --userspec="$USER_ID:$USER_ID" --groups= "$root" "$@"
fi
exec $alone unshare --user --map-user="$USER_ID" --map-group="$USER_ID" --root="$root" "$@"
