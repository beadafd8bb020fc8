/** Class names allowed in a page's own markup, so that no page can imitate the wiki. */
const names: ReadonlySet<string> = new Set(
  `wrapped relative-table fixed-table fixed-width numberingColumn highlight confluenceTable confluenceTh confluenceTd
  placeholder-inline-tasks auto-cursor-target content-wrapper external-link nohighlight contentLayout contentLayout2
  columnLayout cell innerCell sectionColumnWrapper sectionMacro columnMacro aside normal large header footer simple
  text-placeholder legacy-color-text-default legacy-color-text-blue1 legacy-color-text-blue2 legacy-color-text-blue3
  legacy-color-text-inverse legacy-color-text-red legacy-color-text-green olist loweralpha upperalpha lowerroman
  upperroman arabic title left center right`.split(/\s+/),
)

/** The editor's cell colours; a page's own come as `data-highlight-colour`. */
const highlight = /^highlight-(?:[a-z]{3,12}|#[0-9a-f]{3,8})$/

/** The allowed names of a class attribute. */
export function safeClasses(value: string | undefined): string[] {
  if (!value || value.length > 1000) return []
  return value.split(/\s+/).filter(name => names.has(name) || highlight.test(name))
}

/** Joins the class names that are present. */
export function classes(...parts: ReadonlyArray<string | false | undefined>): string | undefined {
  const joined = parts.filter(Boolean).join(' ')
  return joined === '' ? undefined : joined
}
