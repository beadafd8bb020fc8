import { createHash } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { DocumentParts } from '#platform/server/http/document.ts'
import { Answer } from '#platform/server/http/http.ts'
import { findSpace, type Space } from '#features/spaces/server/index.ts'
import { colourSheet, type ColourName, type ColourScheme } from '../contract.ts'
import { COLOUR_NAMES } from '../shared.ts'
import { DEFAULT_SCHEME, schemeInForce } from './schemes.ts'
import { anySpaceScheme, spaceSchemeOf } from './store.ts'

/** The rule for each colour, as a function of its value. */
const RULES: Record<ColourName, (colour: string) => string> = {
  topBar: colour => `.ox-topbar{background:${colour}}`,
  topBarMenuItemText: colour =>
    `.ox-topbar .ox-topbar-link,.ox-topbar .ox-icon-button,.ox-topbar .ox-logo{color:${colour}}`,
  topBarMenuSelectedBackground: colour =>
    `.ox-topbar .ox-topbar-link:hover,.ox-topbar .ox-icon-button:hover{background:${colour}}`,
  topBarMenuSelectedText: colour =>
    `.ox-topbar .ox-topbar-link:hover,.ox-topbar .ox-icon-button:hover{color:${colour}}`,
  headerButtonBaseBg: colour => `.ox-topbar .ox-create,.ox-topbar .ox-create:hover{background:${colour}}`,
  headerButtonBaseText: colour => `.ox-topbar .ox-create{color:${colour}}`,
  headingText: colour => `.ox-article :is(h1,h2,h3,h4,h5,h6){color:${colour}}`,
  links: colour => `:root{--ox-link:${colour}}`,
  borderColor: colour => `:root{--ox-border:${colour}}`,
  navBackground: colour => `.ox-sidebar{background:${colour}}`,
}

/** A style sheet of the colours that are not the default ones; empty when all are. */
function styleSheet(scheme: ColourScheme): string {
  return COLOUR_NAMES.flatMap(name => {
    const [light, dark] = [scheme.lightTheme[name], scheme.darkTheme[name]]
    return light === DEFAULT_SCHEME.lightTheme[name] && dark === DEFAULT_SCHEME.darkTheme[name]
      ? []
      : [`${RULES[name](`light-dark(${light},${dark})`)}\n`]
  }).join('')
}

/** Changes when the sheet does, so that browsers may keep it for good. */
function sheetVersion(sheet: string): string {
  return createHash('sha256').update(sheet).digest('hex').slice(0, 16)
}

const sheetOf = async (app: App, space: Space | undefined): Promise<string> =>
  styleSheet(schemeInForce(app, space && (await spaceSchemeOf(app, space.id))))

/**
 * The address of the colours of a document, by a style sheet after the wiki's own; none while all colours are the
 * default ones everywhere. Where a space has its own, others have a sheet too, be it empty: by that the browser knows
 * to change it between spaces.
 */
export async function documentStyle(ctx: Context, { createFrom }: DocumentParts): Promise<string | undefined> {
  if (!ctx.viewer.mayUse) return undefined
  const isBySpace = await anySpaceScheme(ctx.app)
  const space = createFrom && isBySpace ? await findSpace(ctx, createFrom.spaceKey) : undefined
  const sheet = await sheetOf(ctx.app, space)
  if (sheet === '' && !isBySpace) return undefined
  const query = new URLSearchParams({ ...(space ? { spaceKey: space.key } : {}), v: sheetVersion(sheet) })
  return `${colourSheet.path}?${query}`
}

/** The style sheet of a space, or of what is outside of spaces. @param version that of its address */
export async function sheetAnswer(app: App, space: Space | undefined, version: string | undefined): Promise<Answer> {
  const sheet = await sheetOf(app, space)
  // An address of another version is answered with the colours of now, which must not be cached under it.
  const keep = version === sheetVersion(sheet) ? 'private, max-age=31536000, immutable' : 'private, no-cache'
  return new Answer(200, { 'content-type': 'text/css;charset=UTF-8', 'cache-control': keep }, sheet)
}
