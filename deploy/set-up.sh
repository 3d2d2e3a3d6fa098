#!/bin/sh
# 在一台 Linux 上备好运行漫屿的用户、文件夹、设置与 systemd 单元。以 root 运行；再运行一次不会改动已有的设置。
#   sh deploy/set-up.sh
# 打包的人可以设 DESTDIR：文件放在那里，不建用户、不改属主、不通知 systemd。
set -eu
umask 022
here=$(cd "$(dirname "$0")" && pwd)
program=${PROGRAM:-$(dirname "$here")}
root=${DESTDIR:-}

refuse() {
  echo "$1" >&2
  exit 1
}
case $program in
  *[!A-Za-z0-9/._-]*) refuse "项目的路径（$program）里只能有字母、数字和 / . _ -，systemd 的单元才写得下。" ;;
  /home/* | /root/*) refuse "项目在 $program，而服务看不到各人的主目录：请放到 /srv/manyu 之类的地方再运行。" ;;
esac

if [ -z "$root" ]; then
  [ "$(id -u)" = 0 ] || refuse '请以 root 运行：它要建用户和系统的文件夹。'
  getent passwd manyu > /dev/null ||
    useradd --system --user-group --home-dir /var/lib/manyu --no-create-home --shell /usr/sbin/nologin manyu
fi

# own <mode> <owner> <folder>
own() {
  if [ -n "$root" ]; then install -d -m "$1" "$root$3"; else install -d -m "$1" -o "${2%:*}" -g "${2#*:}" "$3"; fi
}
own 0750 manyu:manyu /var/lib/manyu
own 0700 manyu:manyu /var/backups/manyu
own 0750 root:manyu /etc/manyu
[ -n "$root" ] || chown -R manyu:manyu "$program"

random() {
  od -An -N8 -tx1 /dev/urandom | tr -d ' \n'
}
settings=$root/etc/manyu/manyu.env
if [ ! -e "$settings" ]; then
  # 第一次：请程序在数据目录里新建一个站。以后数据目录空着，就是盘没有挂上，或数据没有了，程序不会再新建。
  : > "$root/var/lib/manyu/new-site"
  [ -n "$root" ] || chown manyu:manyu /var/lib/manyu/new-site
  (umask 077 && sed "s/@API_KEY@/$(random)/; s/@API_IV@/$(random)/" "$here/manyu.env" > "$settings")
  chmod 0640 "$settings"
  [ -n "$root" ] || chown root:manyu "$settings"
fi

# put <mode> <file> <to>: with the folder of this program.
put() {
  install -d "$root$(dirname "$3")"
  sed "s#/srv/manyu#$program#g" "$here/$2" > "$root$3.new"
  chmod "$1" "$root$3.new"
  mv "$root$3.new" "$root$3"
}
units=/etc/systemd/system
for unit in manyu.service manyu-watch.service manyu-backup.service manyu-backup.timer; do
  put 0644 "systemd/$unit" "$units/$unit"
done
for folder in manyu.service.d manyu-.service.d; do
  put 0644 systemd/10-manyu.conf "$units/$folder/10-manyu.conf"
done
put 0755 manyu /usr/local/bin/manyu
put 0644 logrotate/manyu /etc/logrotate.d/manyu

[ -n "$root" ] || [ ! -d /run/systemd/system ] || systemctl daemon-reload
echo "已备好。先改 $settings（至少 PUBLIC_URL），然后：systemctl enable --now manyu manyu-backup.timer"
