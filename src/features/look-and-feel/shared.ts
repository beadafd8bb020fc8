/** Colour names of the old product. */
export const COLOUR_NAMES = [
  'topBar',
  'topBarMenuSelectedBackground',
  'topBarMenuSelectedText',
  'topBarMenuItemText',
  'headerButtonBaseBg',
  'headerButtonBaseText',
  'headingText',
  'links',
  'borderColor',
  'navBackground',
] as const
export const SCHEME_TYPES = ['global', 'custom'] as const
