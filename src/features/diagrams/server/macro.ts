import { defineMacro, h, type Html, type MacroCall, type RenderContext } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { readerOf as readerFor } from '#platform/server/http/view.ts'
import type { Reader } from '#platform/view/reader.ts'
import { attachmentByName, downloadPath, fileVersion, isPicture } from '#features/attachments/server/index.ts'
import { permissionsOn } from '#features/content-core/server/policies.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { referenceOf } from '../macros-shared.ts'
import {
  diagramAddress,
  DRAWIO_INCLUDE_MACRO,
  DRAWIO_MACRO,
  DRAWIO_SKETCH_MACRO,
  EDITOR_PATH,
  MACRO,
  VIEWER_PATH,
} from '../names.ts'
import { sizeOnPage, SIZES, type DiagramReference } from '../reference-shared.ts'
import { isEmbeddable } from './extension-points.ts'
import { findFile, type DiagramFile } from './files.ts'
import { areasOf } from './image-map.ts'
import { picturePath } from './paths.ts'
import { readerOf } from './read.ts'

/** Maximum length of the alternative text. */
const MAX_SPOKEN = 2000

/** Common parts of the declarations of all macros for diagrams. */
const SHARED = { category: 'media', body: 'none', output: 'inline', render: renderDiagramMacro } as const

/**
 * The diagram macro. It works without script: a picture, with an image map for links; ids, classes and data are those
 * that scripts and exporters of the old product read.
 */
export const diagramMacro = defineMacro({
  name: MACRO,
  title: 'Diagram',
  description: 'A diagram that is attached to this page or to another one.',
  ...SHARED,
  // Read by referenceOf, which the browser has as well.
  parameters: {
    name: { type: 'text', label: 'Name', required: true, aliases: ['diagramName'] },
    pageid: {
      type: 'text',
      label: 'Id of the page',
      help: 'The page of the file. Default: this page.',
      aliases: ['pageId'],
    },
    version: { type: 'number', label: 'Version', help: 'Default: the newest.', min: 1 },
    size: {
      type: 'enum',
      label: 'Size',
      help: 'Thumbnail, small, medium, or original (L and O).',
      values: SIZES,
      default: 'O',
    },
    border: { type: 'boolean', label: 'Border' },
    chrome: { type: 'enum', label: 'Toolbar', help: 'min hides it.', values: ['full', 'min'], default: 'full' },
    html5: { type: 'boolean', label: 'Links and pages in the browser', default: true },
    pagePin: { type: 'text', label: 'Page of the diagram', help: 'Number or id. Default: the first.' },
  },
})

/** Parameters of the macros of draw.io that are read; all others are kept. */
const DRAWIO_PARAMETERS = {
  diagramName: { type: 'text', label: 'Name', required: true },
  width: { type: 'number', label: 'Width', help: 'In pixels. Default: that of the diagram.', min: 1 },
  zoom: { type: 'number', label: 'Scale', help: 'Factor of the width.', default: 1 },
  border: { type: 'boolean', label: 'Border' },
  tbstyle: {
    type: 'enum',
    label: 'Toolbar',
    help: 'hidden hides it.',
    values: ['top', 'inline', 'hidden'],
    default: 'top',
  },
  simple: { type: 'boolean', label: 'Without toolbar', aliases: ['simpleViewer'] },
  aspect: { type: 'text', label: 'Page of the diagram', help: 'Its id. Default: the first.' },
} as const

/** The macros of draw.io, which show the same as {@link diagramMacro}. */
export const drawioMacros = [
  defineMacro({
    name: DRAWIO_MACRO,
    title: 'Diagram of draw.io',
    description: 'A diagram of draw.io that is attached to this page.',
    ...SHARED,
    parameters: DRAWIO_PARAMETERS,
  }),
  defineMacro({
    name: DRAWIO_SKETCH_MACRO,
    title: 'Sketch of draw.io',
    description: 'A sketch of draw.io that is attached to this page.',
    ...SHARED,
    parameters: DRAWIO_PARAMETERS,
  }),
  defineMacro({
    name: DRAWIO_INCLUDE_MACRO,
    title: 'Diagram of draw.io on another page',
    description: 'A diagram of draw.io that is attached to another page.',
    ...SHARED,
    parameters: {
      ...DRAWIO_PARAMETERS,
      pageId: { type: 'text', label: 'Id of the page', help: 'The page of the file. Default: this page.' },
    },
  }),
]

async function renderDiagramMacro(call: MacroCall<unknown>, context: RenderContext): Promise<Html> {
  // It depends on the edit permission, and on versions of the attachment.
  context.depends.perUser()
  const ctx = contextOf(context)
  const reference = referenceOf(call.invocation, Number(context.page.id))
  if (!reference) return placeholder(call, readerFor(ctx).t('This macro names no diagram.'))
  const found = await findFile(ctx, reference.ownerPageId, reference.name, reference.version)
  const shown = found && ((await drawn(ctx, found, reference, context)) ?? (await storedPicture(ctx, found, reference)))
  if (!found || !shown) return placeholder(call, missing(readerFor(ctx), reference, found !== undefined))
  return container(call, context, ctx, {
    found,
    shown,
    reference: { ...reference, diagramAttachmentId: found.attachment.id },
  })
}

/** The picture to show. */
interface Shown {
  src: string
  /** Original size, px; undefined if unknown. */
  width: number | undefined
  height: number | undefined
  areas: Html[]
  text: string
  page?: string | undefined
}

/** A rendering of the document, whatever picture is attached. */
async function drawn(
  ctx: Context,
  { attachment, file, owner }: DiagramFile,
  reference: DiagramReference,
  context: RenderContext,
): Promise<Shown | undefined> {
  const reader = readerOf(ctx.app)
  const page = reference.pagePin === undefined ? undefined : await reader.pageIn(file, reference.pagePin)
  const drawing = await reader.draw(file, page)
  if (!drawing) return undefined
  const { width, height } = drawing
  const here = {
    pageId: context.page.id,
    ceoid: String(owner.id),
    name: attachment.title,
    ...(reference.version === undefined ? {} : { version: reference.version }),
  }
  const scale = sizeOnPage(reference, drawing, file.number).width / Math.max(width, 1)
  return {
    src: picturePath({ attachmentId: attachment.id, version: file.number, page, scale: 2 }),
    width,
    height,
    text: drawing.text,
    page,
    areas: areasOf(drawing.areas, scale, here).map(({ shape, coords, href, title, newWindow }) =>
      h('area', {
        shape,
        coords,
        href: href.startsWith('/') ? context.url(href) : href,
        alt: title,
        title,
        ...(newWindow ? { target: '_blank', rel: 'noopener' } : {}),
      }),
    ),
  }
}

/**
 * The picture stored by the program that saved the diagram, of the same version if possible. draw.io also saves diagrams
 * within pictures.
 */
async function storedPicture(
  ctx: Context,
  { owner, attachment, file, isPinned }: DiagramFile,
  { name }: DiagramReference,
): Promise<Shown | undefined> {
  const row =
    (await attachmentByName(ctx.app.database.read, owner.id, `${name.normalize('NFC')}.png`)) ??
    (isPicture(file.media_type) ? attachment : undefined)
  if (!row) return undefined
  const version =
    (isPinned ? await fileVersion(ctx.app.database.read, row.id, file.number) : undefined) ??
    (await fileVersion(ctx.app.database.read, row.id, row.version))
  if (!version) return undefined
  return {
    src: downloadPath({
      ...row,
      version: version.number,
      ...(version.number === row.version ? {} : { updated_at: version.at }),
    }),
    width: version.width ?? undefined,
    height: version.height ?? undefined,
    areas: [],
    text: '',
  }
}

async function container(
  call: MacroCall<unknown>,
  context: RenderContext,
  ctx: Context,
  { found, shown, reference }: { found: DiagramFile; shown: Shown; reference: DiagramReference },
): Promise<Html> {
  const { attachment, owner } = found
  const id = `${attachment.id}-${call.invocation.id ?? reference.version ?? 0}`
  const address = {
    pageId: context.page.id,
    ceoid: String(owner.id),
    name: attachment.title,
    ...(reference.version === undefined ? {} : { version: reference.version }),
    ...(shown.page === undefined ? {} : { page: shown.page }),
  }
  const mayEdit = (await permissionsOn(ctx, owner)).createAttachment
  const { width, height } =
    shown.width && shown.height
      ? sizeOnPage(reference, { width: shown.width, height: shown.height }, found.file.number)
      : {}
  const mapId = `gliffy-map-${id}`
  const hasMap = shown.areas.length > 0
  return call.root(
    'span',
    {
      id: `gliffy-container-${id}`,
      class: 'gliffy-container',
      'data-ceoid': String(owner.id),
      'data-filename': attachment.title,
      'data-attachment-id': String(attachment.id),
      'data-version': reference.version === undefined ? undefined : String(reference.version),
      'data-edit':
        mayEdit && isServed(ctx.app, EDITOR_PATH) ? context.url(diagramAddress(EDITOR_PATH, address)) : undefined,
      'data-full': isServed(ctx.app, VIEWER_PATH) ? context.url(diagramAddress(VIEWER_PATH, address)) : undefined,
      'data-islinked': String(String(owner.id) !== context.page.id),
      'data-embed-link-enabled': String(mayEdit && (await isEmbeddable(ctx, owner))),
      'data-fullwidth': shown.width === undefined ? undefined : String(Math.round(shown.width)),
      'data-chrome': reference.chrome,
      'data-size': reference.size,
      'data-page-pin': reference.pagePin,
    },
    hasMap && h('map', { id: mapId, name: mapId }, ...shown.areas),
    h(
      'span',
      { class: 'gliffy-viewer-frame', 'data-html5-enabled': String(reference.html5) },
      h('img', {
        id: `gliffy-image-${id}`,
        class: `gliffy-image${reference.border ? ' gliffy-image-border' : ''}`,
        src: context.url(shown.src),
        alt: attachment.title,
        'aria-description': spoken(shown.text),
        width,
        height,
        'data-full-width': shown.width === undefined ? undefined : String(Math.round(shown.width)),
        'data-full-height': shown.height === undefined ? undefined : String(Math.round(shown.height)),
        usemap: hasMap ? `#${mapId}` : undefined,
        loading: 'lazy',
      }),
    ),
  )
}

function spoken(text: string): string | undefined {
  const line = text.replace(/\s+/g, ' ').trim().slice(0, MAX_SPOKEN)
  return line === '' || !line.isWellFormed() ? undefined : line
}

/** Whether the editor and the viewer are part of this wiki. */
function isServed(app: App, path: string): boolean {
  return app.http.addresses.some(address => address.path === path)
}

function placeholder(call: MacroCall<unknown>, message: string): Html {
  return call.root('span', { class: 'gliffy-container gliffy-missing', role: 'note' }, message)
}

/** The same message for a forbidden page and a missing diagram. */
function missing({ t }: Reader, { name, version }: DiagramReference, isThere: boolean): string {
  if (isThere)
    return t('The diagram “{{name}}” cannot be shown: its file is damaged or of a kind that is not known.', { name })
  return version === undefined
    ? t('The diagram “{{name}}” could not be found.', { name })
    : t('Version {{version}} of the diagram “{{name}}” could not be found.', { name, version })
}
