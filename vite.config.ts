import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { CodeSplittingGroup, CodeSplittingNameFunction, OutputBundle, PreRenderedChunk } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { defineConfig, type Plugin } from 'vite'

/** Folders of pdf.js that its worker reads from when a file needs them: character maps, fonts, colours and decoders. */
const PDF_PARTS = ['cmaps', 'standard_fonts', 'iccs', 'wasm']

/** Puts the parts of pdf.js beside the app, under the library's version: it names the files itself. */
function partsOfPdfjs(): Plugin {
  const folder = join(import.meta.dirname, 'node_modules/pdfjs-dist')
  return {
    name: 'oxbow:parts-of-pdfjs',
    apply: 'build',
    generateBundle() {
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
      for (const part of PDF_PARTS) {
        // The policy of pages allows no WebAssembly, and no scripts of a file are run.
        for (const name of readdirSync(join(folder, part)).filter(file => !/\.wasm$|^quickjs/.test(file)))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${part}/${name}`,
            source: readFileSync(join(folder, part, name)),
          })
      }
    },
  }
}

/** Fills in the style sheets of the diagrams' fonts without WOFF, which no browser that we support loads. */
function onlyWoff2(): Plugin {
  return {
    name: 'oxbow:only-woff2',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('/diagram-fonts.css')
        ? code.replaceAll(/@import '(@fontsource\/[\w-]+)\/([\w-]+\.css)';/g, (_, font: string, name: string) =>
            readFileSync(join(import.meta.dirname, 'node_modules', font, name), 'utf8')
              .replaceAll(/, url\([^)]*\.woff\) format\('woff'\)/g, '')
              .replaceAll('url(./', `url(${font}/`),
          )
        : undefined,
  }
}

/** Languages of the interface; React Aria brings texts for thirty. */
const LOCALES = ['en-US', 'de-DE']

/** Leaves React Aria's texts for other languages out. */
function onlyOurLocales(): Plugin {
  const file =
    /[\\/](?:react-aria|react-stately|react-aria-components|@react-aria|@react-stately)[\\/].*[\\/]intl[\\/](?:.*[\\/])?([a-z]{2}-[A-Z]{2})\.m?js$/
  return {
    name: 'oxbow:only-our-locales',
    enforce: 'pre',
    load(id) {
      const locale = file.exec(id)?.[1]
      return locale && !LOCALES.includes(locale) ? 'export default {}' : undefined
    },
  }
}

/**
 * The contracts carry zod schemas, which only the server runs: the browser needs method, path and types. A replacement
 * that accepts any chain of calls keeps 20 KB out of the bundle; validating in the browser throws and says so.
 */
function withoutSchemas(): Plugin {
  const stub = '\0oxbow:zod'
  return {
    name: 'oxbow:without-schemas',
    enforce: 'pre',
    resolveId: id => (id === 'zod' ? stub : undefined),
    load: id =>
      id === stub
        ? `const chain = new Proxy(function () {}, {
             get: (_, name) => {
               if (name === 'parse' || name === 'safeParse') {
                 return () => { throw new Error('Schemas do not run in the browser') }
               }
               return name === Symbol.toPrimitive || name === 'then' ? undefined : chain
             },
             apply: () => chain,
             construct: () => chain,
           })
           export const z = chain
           export default chain`
        : undefined,
    transform: (code, id) =>
      /contract(?:[\w-]*|\/[\w-]+)\.ts$/.test(id) ? { code: withoutServerParts(code), map: null } : undefined,
  }
}

/** Parts of a call that only the server and the OpenAPI document use. */
const SERVER_PARTS = new Set([
  'params',
  'query',
  'body',
  'response',
  'summary',
  'tag',
  'bodyLimit',
  'status',
  'allowedInReadOnlyMode',
])

/** Cuts them out of every `endpoint({ … })`: the schemas behind them are then unused, and the bundler drops them. */
function withoutServerParts(code: string): string {
  const cuts: [start: number, end: number][] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const {
      type,
      callee,
      arguments: args,
    } = node as { type?: string; callee?: { name?: string }; arguments?: { properties?: Property[] }[] }
    if (type === 'CallExpression' && callee?.name === 'endpoint') {
      for (const property of args?.[0]?.properties ?? []) {
        if (property.key?.name !== undefined && SERVER_PARTS.has(property.key.name))
          cuts.push([property.start, property.end])
      }
      return
    }
    Object.values(node).forEach(visit)
  }
  visit(parseAst(code, { lang: 'ts' }).body)
  let text = code
  for (const [start, end] of cuts.toReversed()) text = text.slice(0, start) + text.slice(end).replace(/^\s*,/, '')
  return text
}

interface Property {
  key?: { name?: string }
  start: number
  end: number
}

/** The documents that the browser loads. */
const DOCUMENTS = { web: 'src/web.tsx', 'diagram-editor': 'src/features/diagrams/web/editor/frame/main.tsx' }

/** Chunks of the first load and of the first screens; see {@link firstLoad}. The bundler puts `app` into the entry. */
const CHUNKS = [
  'react',
  'aria',
  'common',
  'shared',
  'app',
  'texts-de',
  'texts-en',
  'controls',
  'forms',
  'page',
  'yjs',
  'threads',
  'text-editor',
]

const LIBRARIES: readonly (readonly [packages: RegExp, name: string])[] = [
  [/^(?:react|react-dom|scheduler)$/, 'react'],
  [/^(?:@?react-(?:aria|stately)|@internationalized)/, 'aria'],
  [/^(?:@tiptap|prosemirror|rope-sequence)/, 'text-editor'],
  [/^lucide-react$/, 'icons'],
]

/** Part that a module belongs to: a library, a feature, the diagrams, the language or the frame. */
function partOf(id: string): string {
  const path = id.replaceAll('\\', '/')
  const [, library] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
  if (library !== undefined)
    return LIBRARIES.find(([packages]) => packages.test(library))?.[1] ?? library.replace(/^@.*\//, '')
  const [, layer = 'frame', feature] = /\/src\/(\w+)\/([\w-]+)/.exec(path) ?? []
  return layer === 'features' ? (feature ?? layer) : layer === 'platform' ? 'frame' : layer
}

/** Ends the build if the editor of diagrams would load the entry of the app, which would start in its frame. */
function separateDocuments(): Plugin {
  return {
    name: 'oxbow:separate-documents',
    generateBundle(_, bundle) {
      const entryOf = (document: string) =>
        Object.values(bundle).find(file => file.type === 'chunk' && file.isEntry && file.name === document)?.fileName
      const reached = new Set<string>()
      const open = [entryOf('diagram-editor')]
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const file = bundle[next]
        if (reached.has(next) || file?.type !== 'chunk') continue
        reached.add(next)
        open.push(...file.imports, ...file.dynamicImports)
      }
      const app = entryOf('web')
      if (app === undefined || reached.size === 0) this.error('The documents have no entries')
      if (reached.has(app))
        this.error(
          `${[...reached].find(name => importsOf(bundle, name).includes(app))} loads the app into another document`,
        )
    },
  }
}

function importsOf(bundle: OutputBundle, name: string): readonly string[] {
  const file = bundle[name]
  return file?.type === 'chunk' ? file.imports : []
}

/** Texts of the features: those of a language are one chunk. */
const TEXTS = /[\\/]i18n[\\/](de|en)\.json$/

/** The editor of texts; the controls in it are separate chunks, see {@link firstLoad}. */
const EDITOR_SCREEN = 'src/features/editor/web/EditorScreen.tsx'
/** Small modules of the text editor that its dialogs share. */
const SMALL_WRITING = /[\\/]src[\\/](?:features[\\/]editor[\\/]web[\\/]recent|language[\\/]html[\\/]url)\.ts$/
/** Comments beside the text that is edited, which come with it. */
const EDITOR_COMMENTS = ['EditorComments', 'CommentTool'].map(
  name => `src/features/inline-comments/web/editing/${name}.tsx`,
)
/** Connection to others, which the editors of texts and of diagrams load. */
const LIVE = ['contract', 'web/index', 'web/shared-file'].map(name => `src/features/live-editing/${name}.ts`)
/** Screen that every page shows at once. */
const PAGE_SCREEN = 'src/features/content/web/page/PageScreen.tsx'

/**
 * Chunks of the first load; all other code is left to the bundler. That one would split these too by every screen that
 * uses a module, though the first load comes whole before any screen. Modules that the editor of diagrams loads as
 * well, at once or later, stay apart, since it is a separate document.
 */
function firstLoad(): CodeSplittingGroup[] {
  let loads: Record<'web' | 'editor' | 'editorLater' | 'page' | 'writing' | 'threads' | 'live', Set<string>> | undefined
  const chunkOf: CodeSplittingNameFunction = (id, graph) => {
    const load = (entries: readonly string[], isLater = false): Set<string> => {
      const seen = new Set<string>()
      const open = entries.map(entry => join(import.meta.dirname, entry))
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (seen.has(next)) continue
        seen.add(next)
        const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(next) ?? {}
        open.push(...importedIds, ...(isLater ? dynamicallyImportedIds : []))
      }
      return seen
    }
    loads ??= {
      web: load([DOCUMENTS.web]),
      editor: load([DOCUMENTS['diagram-editor']]),
      editorLater: load([DOCUMENTS['diagram-editor']], true),
      page: load([PAGE_SCREEN]),
      writing: load([EDITOR_SCREEN, ...EDITOR_COMMENTS]),
      threads: load(EDITOR_COMMENTS),
      live: load(LIVE),
    }
    if (loads.web.has(id)) {
      if (loads.editor.has(id)) return ['react', 'aria'].find(part => part === partOf(id)) ?? 'common'
      return loads.editorLater.has(id) ? 'shared' : 'app'
    }
    const language = TEXTS.exec(id)?.[1]
    if (language !== undefined) return `texts-${language}`
    if (loads.page.has(id) && !loads.editorLater.has(id)) return 'page'
    // Most dialogs need some of them too, and would load them in a dozen files.
    if (loads.writing.has(id) && ['aria', 'icons', 'frame'].includes(partOf(id)))
      return loads.editorLater.has(id) ? 'controls' : 'forms'
    // Small modules with which the text editor shows diagrams and emoji, and which its dialogs and the administration
    // load too.
    if (
      loads.writing.has(id) &&
      !loads.editorLater.has(id) &&
      (['diagrams', 'site-emoji'].includes(partOf(id)) || SMALL_WRITING.test(id))
    )
      return 'forms'
    // Small modules that would otherwise be separate files, since code that is loaded later shares them. They import
    // the app, so that no chunk may have them that the editor of diagrams loads in its frame.
    if (loads.live.has(id) && partOf(id) === 'live-editing') return 'threads'
    if (loads.live.has(id) && ['lib0', 'yjs', 'y-protocols'].includes(partOf(id))) return 'yjs'
    if (loads.writing.has(id) && loads.editor.has(id) && partOf(id) === 'text-editor') return 'text-editor'
    return loads.threads.has(id) && partOf(id).endsWith('comments') ? 'threads' : null
  }
  // A group takes along what its modules import: what both documents load comes first.
  return CHUNKS.map((chunk, at) => ({
    name: (id, graph) => (chunkOf(id, graph) === chunk ? chunk : null),
    debugName: chunk,
    priority: CHUNKS.length - at,
  }))
}

/** The name of a screen or dialog is its module's; of code that several share, what most of it belongs to. */
function chunkName({ name, isDynamicEntry, moduleIds }: PreRenderedChunk): string {
  const parts = Object.entries(Object.groupBy(moduleIds, partOf)).map(([part, ids = []]) => ({
    part,
    count: ids.length,
  }))
  const { part = name } = parts.toSorted((a, b) => b.count - a.count)[0] ?? {}
  if (/^(?:de|en|editor\.de|shapes\.de|contract|index|feature)$/.test(name)) return `${part}-${name}`
  return isDynamicEntry || moduleIds.length < 3 || CHUNKS.includes(name) ? name : part
}

export default defineConfig({
  // The server renders the documents and names the entry's files from the manifest.
  appType: 'custom',
  publicDir: false,
  plugins: [onlyOurLocales(), withoutSchemas(), partsOfPdfjs(), onlyWoff2(), separateDocuments(), react()],
  build: {
    outDir: 'dist/web',
    assetsDir: 'assets',
    manifest: true,
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // Names under assets/ contain a hash of the content, so that browsers may cache them for ever. The policy of the
    // pages allows no inline data for scripts, and fonts and pictures cache better as files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: 'hidden',
    rolldownOptions: {
      input: DOCUMENTS,
      output: {
        codeSplitting: { groups: firstLoad() },
        chunkFileNames: chunk => `assets/${chunkName(chunk)}-[hash].js`,
      },
      treeshake: { manualPureFunctions: ['z', 'endpoint'] },
    },
  },
})
