import { OTHERS } from './dataFolder.ts'

type Attributes = { mode?: number }
type Setting = { setattr: (target: unknown, attributes: Attributes) => void }
export type ModedFiles = {
  node_ops: Setting & { mknod: (parent: unknown, name: string, mode: number, device: number) => unknown }
  stream_ops: Setting
}

/** PGlite asks for modes of its own choice, whatever the process's umask: nobody but the owner gets in. */
export function keepModesPrivate({ node_ops: nodes, stream_ops: streams }: ModedFiles): void {
  const { mknod } = nodes
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~OTHERS, device)
  for (const files of [nodes, streams]) {
    const { setattr } = files
    files.setattr = (target, attributes) => {
      const { mode } = attributes
      setattr(target, mode === undefined || mode === null ? attributes : { ...attributes, mode: mode & ~OTHERS })
    }
  }
}
