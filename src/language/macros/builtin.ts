import { appLayout } from './app-layout.ts'
import { column, details, expand, messageBoxes, panel, section } from './boxes.ts'
import { code, noformat } from './code.ts'
import { namedExcerpts } from './named-excerpts.ts'
import { children, excerpt, excerptInclude, include } from './pages.ts'
import type { Macro } from './registry.ts'
import { anchor, status } from './small.ts'
import { toc, tocZone } from './toc.ts'

/** Macros that need only `RenderHost`. */
export const builtinMacros: readonly Macro[] = [
  ...messageBoxes,
  panel,
  code,
  noformat,
  expand,
  status,
  toc,
  tocZone,
  anchor,
  excerpt,
  excerptInclude,
  include,
  children,
  section,
  column,
  details,
  ...namedExcerpts,
  ...appLayout,
]
