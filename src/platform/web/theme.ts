import { THEME_COOKIE, type Theme } from '#platform/page-data.ts'
import { shared } from './shared.ts'

const YEAR_S = 365 * 24 * 60 * 60
/** Chosen since the document came. */
const chosen = shared<Theme | null>(null)

/** The chosen theme; the server wrote it on `<html data-theme>`. */
export function currentTheme(): Theme {
  const value = document.documentElement.dataset.theme
  return value === 'light' || value === 'dark' ? value : 'system'
}

/** Shows a theme and keeps the choice in a cookie, which the server reads for the next document. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`
  chosen.set(theme)
}

/** The chosen theme, kept current. */
export function useTheme(): Theme {
  return chosen.use() ?? currentTheme()
}
