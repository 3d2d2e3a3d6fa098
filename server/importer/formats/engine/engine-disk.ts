import { readSync } from 'node:fs';

/** Where the bytes of an archive are: in a file from an offset on, or in memory. */
export type ArchiveBytes = { fd: number; offset: number; size: number } | { bytes: Uint8Array };

/** Receives the files that the engine unpacks. A throw ends the unpacking. */
export type Sink = {
  begin(name: string): void;
  write(chunk: Uint8Array, position: number): void;
  end(): void;
};

type Node = {
  id: number;
  mode: number;
  size: number;
  node_ops: object;
  stream_ops: object;
  kind: 'root' | 'out' | 'archive' | 'output';
  children: Map<string, Node>;
};
type Stream = { node: Node; flags: number; position: number };
type EngineFs = {
  createNode(parent: Node | null, name: string, mode: number, dev: number): Node;
  ErrnoError: new (errno: number) => Error;
};

const FOLDER_MODE = 0o40777;
const FILE_MODE = 0o100777;
const WRITABLE = 3;
/** Error numbers of the engine's C library. */
const [BAD_SEEK, NOT_FOUND, NOT_PERMITTED] = [28, 44, 63];

/**
 * The file system of the engine: one archive to read, and one folder to write to, whose files go to the sink. Names in an
 * archive therefore never reach a real path. Links and folders can't be created.
 */
export function engineDisk(fs: EngineFs, archive: ArchiveBytes, sink: Sink): { mount(): Node } {
  const fail = (errno: number): never => {
    throw new fs.ErrnoError(errno);
  };
  const refuse = () => fail(NOT_PERMITTED);

  function makeNode(parent: Node | null, name: string, kind: Node['kind']): Node {
    const isFolder = kind === 'root' || kind === 'out';
    const node = fs.createNode(parent, name, isFolder ? FOLDER_MODE : FILE_MODE, 0);
    const size = kind === 'archive' ? sizeOf(archive) : 0;
    Object.assign(node, { kind, size, children: new Map(), node_ops: nodeOps, stream_ops: streamOps });
    parent?.children.set(name, node);
    return node;
  }

  const nodeOps = {
    getattr(node: Node) {
      const time = new Date(0);
      const times = { atime: time, mtime: time, ctime: time };
      const { id, mode, size } = node;
      const blocks = Math.ceil(size / 4096);
      return { dev: 1, ino: id, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, ...times, blksize: 4096, blocks };
    },
    setattr() {},
    lookup: (parent: Node, name: string) => parent.children.get(name) ?? fail(NOT_FOUND),
    mknod: (parent: Node, name: string) => (parent.kind === 'out' ? makeNode(parent, name, 'output') : refuse()),
    unlink: (parent: Node, name: string) => (parent.kind === 'out' ? parent.children.delete(name) : refuse()),
    readdir: (node: Node) => ['.', '..', ...node.children.keys()],
    rename: refuse,
    rmdir: refuse,
    symlink: refuse,
    readlink: refuse,
  };

  const isOutput = ({ node, flags }: Stream) => node.kind === 'output' && (flags & WRITABLE) !== 0;
  const streamOps = {
    open(stream: Stream & { path: string }) {
      if (isOutput(stream)) sink.begin(stream.path.slice(stream.path.lastIndexOf('/') + 1));
    },
    close(stream: Stream) {
      if (isOutput(stream)) sink.end();
    },
    read(stream: Stream, memory: Int8Array, offset: number, length: number, position: number) {
      return stream.node.kind === 'archive' ? readAt(archive, bytesOf(memory, offset, length), position) : 0;
    },
    write(stream: Stream, memory: Int8Array, offset: number, length: number, position: number) {
      if (!isOutput(stream)) refuse();
      sink.write(bytesOf(memory, offset, length), position);
      stream.node.size = Math.max(stream.node.size, position + length);
      return length;
    },
    llseek(stream: Stream, offset: number, whence: number) {
      const origins = [0, stream.position, stream.node.size];
      const position = (origins[whence] ?? 0) + offset;
      return position >= 0 ? position : fail(BAD_SEEK);
    },
  };

  return {
    mount() {
      const root = makeNode(null, '/', 'root');
      makeNode(root, 'archive', 'archive');
      makeNode(root, 'out', 'out');
      return root;
    },
  };
}

function bytesOf(memory: Int8Array, offset: number, length: number): Uint8Array {
  return new Uint8Array(memory.buffer, memory.byteOffset + offset, length);
}

function sizeOf(archive: ArchiveBytes): number {
  return 'bytes' in archive ? archive.bytes.length : archive.size;
}

function readAt(archive: ArchiveBytes, target: Uint8Array, position: number): number {
  if (!('bytes' in archive)) return readSync(archive.fd, target, 0, target.length, archive.offset + position);
  const chunk = archive.bytes.subarray(position, position + target.length);
  target.set(chunk);
  return chunk.length;
}
