import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { z } from 'zod'
import type { App } from '../app.ts'
import { packageRoot } from '../package.ts'
import { notFound } from './errors.ts'
import { html, type Markup } from './markup.ts'

/** Files that a document must load so that the web app starts; addresses relative to the site. */
export interface WebAssets {
  /** False when the web app has not been built: documents then work without script. */
  readonly built: boolean
  /** Module scripts. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** Modules that the scripts import at once, for `<link rel="modulepreload">`. */
  readonly modulePreloads: readonly string[]
  /** Chunks that the scripts import later, by the name that vite.config.ts gives them. */
  readonly chunks: ReadonlyMap<string, string>
  /**
   * Faces of the text and of code in Latin letters, which the styles ask for only once they are laid out: for
   * `<link rel="preload">`, so that no text is drawn twice.
   */
  readonly textFont?: string | undefined
  readonly codeFont?: string | undefined
}

const ENTRY = 'src/web.tsx'
const NOT_BUILT: WebAssets = { built: false, scripts: [], styles: [], modulePreloads: [], chunks: new Map() }
const TEXT_FONT = /\/inter-latin-wght-normal-[\w-]+\.woff2$/
const CODE_FONT = /\/jetbrains-mono-latin-wght-normal-[\w-]+\.woff2$/
const YEAR_MS = 365 * 24 * 60 * 60 * 1000
/** A build beside a running server is noticed after this long. */
const RECHECK_MS = 1000

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).optional(),
    assets: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
    dynamicImports: z.array(z.string()).optional(),
    name: z.string().optional(),
  }),
)
type Manifest = z.output<typeof manifestSchema>

/** Reads the manifest of a build, and again when it changes. */
export class AssetManifest {
  readonly #file: string
  #modifiedAt = -1
  #checkedAt = 0
  #manifest: Manifest | undefined
  readonly #assets = new Map<string, WebAssets>()

  constructor(folder: string) {
    this.#file = join(folder, '.vite', 'manifest.json')
  }

  /** @param entry source of the bundle's entry, as vite.config.ts names it */
  get(entry: string = ENTRY): WebAssets {
    this.#refresh()
    if (!this.#manifest) return NOT_BUILT
    let assets = this.#assets.get(entry)
    if (!assets) this.#assets.set(entry, (assets = assetsOf(this.#manifest, entry)))
    return assets
  }

  #refresh(): void {
    const now = Date.now()
    if (now - this.#checkedAt < RECHECK_MS) return
    this.#checkedAt = now
    const modifiedAt = statSync(this.#file, { throwIfNoEntry: false })?.mtimeMs ?? -1
    if (modifiedAt === this.#modifiedAt) return
    this.#manifest = modifiedAt < 0 ? undefined : manifestSchema.parse(JSON.parse(readFileSync(this.#file, 'utf8')))
    this.#assets.clear()
    this.#modifiedAt = modifiedAt
  }
}

/** The entry's script, and the modules and styles of all that it imports statically. */
export function assetsOf(manifest: Manifest, entry: string): WebAssets {
  const main = manifest[entry]
  if (!main) throw new Error(`The build of the web app has no entry ${entry}; run \`npm run build\` again`)
  const seen = new Set<string>([entry])
  const queue = [...(main.imports ?? [])]
  const styles = new Set(main.css)
  const preloads: string[] = []
  for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) continue
    seen.add(key)
    preloads.push(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    queue.push(...(chunk.imports ?? []))
  }
  const address = (file: string) => `/${file}`
  const later = main.dynamicImports?.flatMap(key => manifest[key] ?? []) ?? []
  const font = (name: RegExp) => main.assets?.map(address).find(file => name.test(file))
  return {
    built: true,
    scripts: [address(main.file)],
    styles: [...styles].map(address),
    modulePreloads: preloads.map(address),
    chunks: new Map(later.map(({ name, file }) => [name ?? '', address(file)])),
    textFont: font(TEXT_FONT),
    codeFont: font(CODE_FONT),
  }
}

/** The mark of the logo, in a colour visible on light and dark tabs alike. */
const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M8.5 23.5A10.5 10.5 0 1 1 26.5 16" fill="none" stroke="#14808a" stroke-width="6" stroke-linecap="round"/></svg>'

/** Folder of the built web app. */
export const WEB_FOLDER: string = join(packageRoot, 'dist', 'web')

const manifest = (): AssetManifest => new AssetManifest(WEB_FOLDER)

/**
 * The tags that a document needs, from the build in `dist/web`, of the web app or another entry; see
 * {@link WebAssets.built}.
 */
export function webAssets(app: App, entry?: string): WebAssets {
  return app.own(manifest).get(entry)
}

/**
 * Serves `/assets/*` of the build. Names contain a hash of the content, so browsers cache them for ever; the `.br` and
 * `.gz` files that the build put beside them are sent to clients that accept them.
 */
export async function assetCalls(app: App, folder: string = WEB_FOLDER): Promise<void> {
  const { fastify } = app.http
  if (!webAssets(app).built && folder === WEB_FOLDER) {
    app.log.warn(
      `The web app is not built (${WEB_FOLDER} is missing): pages are served without it. Run \`npm run build\`.`,
    )
  }
  await fastify.register(fastifyStatic, {
    serve: false,
    root: join(folder, 'assets'),
    preCompressed: true,
    index: false,
    suppressWarning: true,
    dotfiles: 'ignore',
    immutable: true,
    maxAge: YEAR_MS,
  })
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    fastify.get(path, { config: { anonymous: true } }, (_request, reply) =>
      reply.header('content-type', 'image/svg+xml').header('cache-control', 'public, max-age=86400').send(FAVICON),
    )
  }
  fastify.get('/assets/*', { config: { anonymous: true } }, (request, reply) => {
    const name = (request.params as Record<string, string>)['*'] ?? ''
    // The compressed twins are for negotiation, not separate addresses.
    if (!/^[\w.-]+(?:\/[\w.-]+)*$/.test(name) || /\.(?:br|gz)$/.test(name)) throw notFound()
    return reply.sendFile(name)
  })
}

/** Links to an entry's assets for the head of a document, with further fonts, style sheets and modules to preload. */
export function assetLinks(
  { styles, scripts, modulePreloads }: WebAssets,
  more: { fonts?: readonly string[]; styles?: readonly string[]; preloads?: readonly string[] } = {},
): Markup {
  const fonts = (more.fonts ?? []).map(
    href => html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>\n`,
  )
  const sheets = [...styles, ...(more.styles ?? [])].map(href => html`<link rel="stylesheet" href="${href}">\n`)
  const modules = scripts.map(src => html`<script type="module" src="${src}"></script>\n`)
  const preloads = [...modulePreloads, ...(more.preloads ?? [])].map(
    href => html`<link rel="modulepreload" href="${href}">\n`,
  )
  return html`${fonts}${sheets}${modules}${preloads}`
}
