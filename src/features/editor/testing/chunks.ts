import { readFileSync } from 'node:fs'

interface Chunk {
  readonly file: string
}

const manifest = JSON.parse(
  readFileSync(new URL('../../../../dist/web/.vite/manifest.json', import.meta.url), 'utf8'),
) as Record<string, Chunk>

/**
 * Path of the built script that begins with a module, e.g. `src/features/likes/web/LikesDialog.tsx`.
 * @throws if the build has no such script, so that no test looks for one that cannot be loaded
 */
export function chunkOf(module: string): string {
  return pathOf(manifest[module], module)
}

/**
 * Paths of the built scripts that several others share, by their name without the hash, e.g. `text-editor`.
 * @throws if the build has no such script
 */
export function sharedChunks(name: string): string[] {
  const found = Object.values(manifest).filter(({ file }) => nameOf(file) === name)
  return (found.length > 0 ? found : [undefined]).map(chunk => pathOf(chunk, name))
}

const nameOf = (file: string) => /^assets\/(.+)-[\w-]{8}\.js$/.exec(file)?.[1]

function pathOf(chunk: Chunk | undefined, name: string): string {
  if (!chunk?.file.endsWith('.js')) throw new Error(`The build has no script for ${name}`)
  return `/${chunk.file}`
}
