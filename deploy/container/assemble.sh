#!/bin/sh
# Puts together all files of the container: sh assemble.sh PACKAGE NODE ROOT
# The Dockerfile runs it on Debian, and so does tests/end-to-end/container.test.ts.
set -eu
package=$1
node=$2
root=$3
here=$(dirname "$0")

umask 022
mkdir -p "$root"
cp -R "$here/root/." "$root"
for folder in dev proc sys run usr/bin usr/lib usr/lib64 opt/asbuilt; do
  mkdir -p "$root/$folder"
done
ln -s usr/lib "$root/lib"
ln -s usr/lib64 "$root/lib64"
install -d -m 1777 "$root/tmp"

# The libraries that Node and the native binding of libSQL load. Scanners for vulnerabilities read
# the versions in status.d.
for library in libc6 libstdc++6 libgcc-s1; do
  dpkg -L "$library" |
    grep -E '^/(usr/)?lib[^/]*/([^/]+-linux-gnu[^/]*/)?(lib|ld-)[^/]*$' |
    while read -r file; do
      [ -f "$file" ] || continue
      mkdir -p "$root$(dirname "$file")"
      cp -P "$file" "$root$file"
    done
  install -D -m 644 "/usr/share/doc/$library/copyright" "$root/usr/share/doc/$library/copyright"
  mkdir -p "$root/var/lib/dpkg/status.d"
  dpkg-query --status "$library" >"$root/var/lib/dpkg/status.d/$library"
done

install -D "$node" "$root/usr/bin/node"
license="$(dirname "$node")/../LICENSE"
# The package `node` of npm comes without it.
[ ! -f "$license" ] || install -D -m 644 "$license" "$root/usr/share/doc/node/copyright"

npm install --prefix "$root/opt/asbuilt" --ignore-scripts --no-audit --no-fund "$package"
