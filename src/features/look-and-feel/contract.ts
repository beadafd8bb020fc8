import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { COLOUR_NAMES, SCHEME_TYPES } from './shared.ts'

const tag = 'look-and-feel'

export type ColourName = (typeof COLOUR_NAMES)[number]

const colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/, 'must be a colour: # and three or six hex digits')
const given = z.object(
  Object.fromEntries(COLOUR_NAMES.map(name => [name, colour.optional()])) as Record<
    ColourName,
    z.ZodOptional<typeof colour>
  >,
)
/** Colours that differ from the defaults. */
export const schemeInput = z.object({ lightTheme: given.default({}), darkTheme: given.default({}) })
export type SchemeInput = z.output<typeof schemeInput>

const colours = z.object(
  Object.fromEntries(COLOUR_NAMES.map(name => [name, z.string()])) as Record<ColourName, z.ZodString>,
)
export const colourScheme = z.object({ lightTheme: colours, darkTheme: colours })
export type ColourScheme = z.output<typeof colourScheme>

const schemeType = z.object({ type: z.string().toLowerCase().pipe(z.enum(SCHEME_TYPES)) })

export const getGlobalScheme = endpoint({
  method: 'GET',
  path: '/rest/api/color-scheme',
  tag,
  summary: 'The colours of the wiki',
  response: colourScheme,
})
export const setGlobalScheme = endpoint({
  method: 'PUT',
  path: '/rest/api/color-scheme',
  tag,
  summary: 'Sets the colours of the wiki',
  body: schemeInput,
  response: colourScheme,
})
export const getDefaultScheme = endpoint({
  method: 'GET',
  path: '/rest/api/color-scheme/default',
  tag,
  summary: 'The colours that the wiki comes with',
  response: colourScheme,
})
export const resetGlobalScheme = endpoint({
  method: 'PUT',
  path: '/rest/api/color-scheme/reset',
  tag,
  summary: 'Goes back to the colours that the wiki comes with',
  response: colourScheme,
})

const params = z.object({ spaceKey: z.string().min(1).max(255) })
const path = '/rest/api/space/:spaceKey/color-scheme' as const
export const getSpaceScheme = endpoint({
  method: 'GET',
  path,
  tag,
  summary: 'The colours of a space',
  params,
  response: colourScheme,
})
export const setSpaceScheme = endpoint({
  method: 'PUT',
  path,
  tag,
  summary: 'Gives a space colours of its own',
  params,
  body: schemeInput,
  response: colourScheme,
})
export const resetSpaceScheme = endpoint({
  method: 'PUT',
  path: `${path}/reset`,
  tag,
  summary: 'Gives a space the colours of the wiki',
  params,
  response: colourScheme,
})
export const getSpaceSchemeType = endpoint({
  method: 'GET',
  path: `${path}/type`,
  tag,
  summary: 'Whether a space has colours of its own',
  params,
  response: schemeType,
})
export const setSpaceSchemeType = endpoint({
  method: 'PUT',
  path: `${path}/type`,
  tag,
  summary: 'Switches between the colours of the space and those of the wiki',
  params,
  body: schemeType,
  response: schemeType,
})

export const colourSheet = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/colour-scheme.css',
  tag,
  summary: 'The colours as a style sheet, which documents load',
  query: z.object({ spaceKey: z.string().min(1).max(255).optional(), v: z.string().max(64).optional() }),
})
