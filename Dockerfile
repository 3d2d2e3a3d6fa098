# syntax=docker/dockerfile:1
# 漫屿的镜像：amd64 与 arm64。怎样用见 docs/containers.md。
ARG BASE=docker.io/library/node:26-bookworm-slim

FROM ${BASE} AS program
WORKDIR /srv/manyu
# What running needs, installed and checked by the program's own installer; again only where these files change.
COPY package.json package-lock.json ./
COPY scripts/install.mjs scripts/
RUN node --input-type=module -e "import { installForRunning } from './scripts/install.mjs'; await installForRunning()" \
  && rm -rf /root/.npm node_modules/node-*/include
COPY . .
# PostgreSQL runs where it is, since its links are made here: who runs the program can't, and would copy it into /data.
RUN node scripts/manyu.mjs build \
  && node --input-type=module -e "import { findPrograms } from './server/postgres/programs.ts'; findPrograms(undefined, '/tmp')" \
  && rm -rf .cache

FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/manyu-compiled
WORKDIR /srv/manyu
# Of root, so that the program can't change itself; the page alone is built again where API_KEY is another.
COPY --from=program /srv/manyu ./
# A new volume starts as a copy of /data: with new-site in it a site may begin there. A folder of the host that is empty is
# taken for one that has lost its site.
RUN groupadd --gid 10001 manyu \
  && useradd --uid 10001 --gid manyu --home-dir /data --no-create-home --shell /usr/sbin/nologin manyu \
  && install -d -o manyu -g manyu -m 0750 /data \
  && install -o manyu -g manyu -m 0640 /dev/null /data/new-site \
  && chown -R manyu:manyu dist \
  && ln -s /srv/manyu/scripts/manyu.mjs /usr/local/bin/manyu
USER manyu
VOLUME ["/data", "/srv/manyu/dist"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
