import { THEME_COOKIE, type Theme } from '#platform/page-data.ts'
import { shared } from './shared.ts'

const YEAR_S = 365 * 24 * 60 * 60
/** Choice made in this document. */
const chosen = shared<Theme | null>(null)

/** Current theme, written by the server on `<html data-theme>`. */
export function currentTheme(): Theme {
  const value = document.documentElement.dataset.theme
  return value === 'light' || value === 'dark' ? value : 'system'
}

/** Applies a theme and stores it in the cookie read by the server. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`
  chosen.set(theme)
}

/** Current theme, reactive. */
export function useTheme(): Theme {
  return chosen.use() ?? currentTheme()
}
