import type { App } from '#platform/server/app.ts'
import { setting } from '#platform/server/settings.ts'
import { schemeInput, type ColourName, type ColourScheme, type SchemeInput } from '../contract.ts'
import { COLOUR_NAMES } from '../shared.ts'

type Colours = Record<ColourName, string>

/** The colours of `tokens.css`, as far as they can be changed. */
const LIGHT: Colours = {
  topBar: '#ffffff',
  topBarMenuSelectedBackground: '#efede9',
  topBarMenuSelectedText: '#22201c',
  topBarMenuItemText: '#5c5750',
  headerButtonBaseBg: '#0c686b',
  headerButtonBaseText: '#ffffff',
  headingText: '#22201c',
  links: '#0c686b',
  borderColor: '#e7e4de',
  navBackground: '#f7f6f3',
}
const DARK: Colours = {
  topBar: '#1b1a18',
  topBarMenuSelectedBackground: '#2b2926',
  topBarMenuSelectedText: '#e9e6e1',
  topBarMenuItemText: '#b3ada4',
  headerButtonBaseBg: '#5bbdb8',
  headerButtonBaseText: '#07201f',
  headingText: '#e9e6e1',
  links: '#5bbdb8',
  borderColor: '#34312d',
  navBackground: '#161513',
}
export const DEFAULT_SCHEME: ColourScheme = { lightTheme: LIGHT, darkTheme: DARK }
export const NOTHING_GIVEN: SchemeInput = { lightTheme: {}, darkTheme: {} }

/** The colours that administrators gave the wiki. */
export const globalScheme = setting<SchemeInput>('look-and-feel.colours', schemeInput, NOTHING_GIVEN)

/** Every colour: the given ones upon those below. */
export function completeScheme(given: SchemeInput, below: ColourScheme = DEFAULT_SCHEME): ColourScheme {
  return { lightTheme: over(given.lightTheme, below.lightTheme), darkTheme: over(given.darkTheme, below.darkTheme) }
}

function over(given: SchemeInput['lightTheme'], below: Colours): Colours {
  return Object.fromEntries(COLOUR_NAMES.map(name => [name, given[name] ?? below[name]])) as Colours
}

export interface SpaceScheme {
  custom: boolean
  given: SchemeInput
}

/** The colours that hold in a space, or outside of spaces. */
export function schemeInForce(app: App, space?: SpaceScheme): ColourScheme {
  const wiki = completeScheme(app.settings.get(globalScheme))
  return space?.custom ? completeScheme(space.given, wiki) : wiki
}
