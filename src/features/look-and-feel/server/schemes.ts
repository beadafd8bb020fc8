import { createHash } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import { setting } from '#platform/server/settings.ts'
import { schemeInput, type ColourName, type ColourScheme, type SchemeInput } from '../contract.ts'
import { COLOUR_NAMES } from '../shared.ts'
import type {} from './tables.ts'

type Colours = Record<ColourName, string>

/** The colours of `tokens.css`, as far as they can be changed. */
const LIGHT: Colours = {
  topBar: '#ffffff', topBarMenuSelectedBackground: '#efede9', topBarMenuSelectedText: '#22201c', topBarMenuItemText: '#5c5750',
  headerButtonBaseBg: '#0c686b', headerButtonBaseText: '#ffffff', headingText: '#22201c', links: '#0c686b', borderColor: '#e7e4de', navBackground: '#f7f6f3',
}
const DARK: Colours = {
  topBar: '#1b1a18', topBarMenuSelectedBackground: '#2b2926', topBarMenuSelectedText: '#e9e6e1', topBarMenuItemText: '#b3ada4',
  headerButtonBaseBg: '#5bbdb8', headerButtonBaseText: '#07201f', headingText: '#e9e6e1', links: '#5bbdb8', borderColor: '#34312d', navBackground: '#161513',
}
export const DEFAULT_SCHEME: ColourScheme = { lightTheme: LIGHT, darkTheme: DARK }
const NOTHING_GIVEN: SchemeInput = { lightTheme: {}, darkTheme: {} }

/** The colours that administrators gave the wiki. */
export const globalScheme = setting<SchemeInput>('look-and-feel.colours', schemeInput, NOTHING_GIVEN)

/** Every colour: the given ones upon those below. */
export function complete(given: SchemeInput, below: ColourScheme = DEFAULT_SCHEME): ColourScheme {
  return { lightTheme: over(given.lightTheme, below.lightTheme), darkTheme: over(given.darkTheme, below.darkTheme) }
}

function over(given: SchemeInput['lightTheme'], below: Colours): Colours {
  return Object.fromEntries(COLOUR_NAMES.map(name => [name, given[name] ?? below[name]])) as Colours
}

export interface SpaceScheme {
  custom: boolean
  given: SchemeInput
}

/** The colours that a space was given, in force or not. */
export async function spaceSchemeOf(app: App, spaceId: number): Promise<SpaceScheme> {
  return app.facts.remember(`colours of space ${spaceId}`, async () => {
    const row = await app.database.read.selectFrom('space_colour_scheme').selectAll().where('space_id', '=', spaceId).executeTakeFirst()
    return { custom: row?.custom === 1, given: row ? schemeInput.parse(JSON.parse(row.colours)) : NOTHING_GIVEN }
  })
}

/** Whether any space has colours of its own: where none has, no document need ask for those of its space. */
export async function anySpaceScheme(app: App): Promise<boolean> {
  return app.facts.remember('any space has colours', async () =>
    (await app.database.read.selectFrom('space_colour_scheme').select('space_id').where('custom', '=', 1).limit(1).executeTakeFirst()) !== undefined)
}

/** The colours that hold in a space, or outside of spaces. */
export function inForce(app: App, space?: SpaceScheme): ColourScheme {
  const wiki = complete(app.settings.get(globalScheme))
  return space?.custom ? complete(space.given, wiki) : wiki
}

/** What is changed by each colour, and how it is written there. */
const RULES: Record<ColourName, (colour: string) => string> = {
  topBar: colour => `.ox-topbar{background:${colour}}`,
  topBarMenuItemText: colour => `.ox-topbar .ox-topbar-link,.ox-topbar .ox-icon-button,.ox-topbar .ox-logo{color:${colour}}`,
  topBarMenuSelectedBackground: colour => `.ox-topbar .ox-topbar-link:hover,.ox-topbar .ox-icon-button:hover{background:${colour}}`,
  topBarMenuSelectedText: colour => `.ox-topbar .ox-topbar-link:hover,.ox-topbar .ox-icon-button:hover{color:${colour}}`,
  headerButtonBaseBg: colour => `.ox-topbar .ox-create,.ox-topbar .ox-create:hover{background:${colour}}`,
  headerButtonBaseText: colour => `.ox-topbar .ox-create{color:${colour}}`,
  headingText: colour => `.ox-article :is(h1,h2,h3,h4,h5,h6){color:${colour}}`,
  links: colour => `:root{--ox-link:${colour}}`,
  borderColor: colour => `:root{--ox-border:${colour}}`,
  navBackground: colour => `.ox-sidebar{background:${colour}}`,
}

/** A style sheet of the colours that are not the default ones; empty when all are. */
export function styleSheet(scheme: ColourScheme): string {
  return COLOUR_NAMES.flatMap(name => {
    const [light, dark] = [scheme.lightTheme[name], scheme.darkTheme[name]]
    return light === LIGHT[name] && dark === DARK[name] ? [] : [`${RULES[name](`light-dark(${light},${dark})`)}\n`]
  }).join('')
}

/** Changes when the sheet does, so that browsers may keep it for good. */
export function sheetVersion(sheet: string): string {
  return createHash('sha256').update(sheet).digest('hex').slice(0, 16)
}
