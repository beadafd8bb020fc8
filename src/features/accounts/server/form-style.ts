import { createHash } from 'node:crypto'

/**
 * The style sheet of the forms without the wiki's frame (sign-in, set-up, reset). With the tokens of the web app where
 * it is built; the values after the commas keep the forms presentable without it.
 */
export const FORM_STYLE = `
:root { color-scheme: light dark; }
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
.oxf-body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column;
  background: var(--ox-surface-sunken, light-dark(#f7f6f3, #161513));
  color: var(--ox-text, light-dark(#22201c, #e9e6e1));
  font: 400 0.875rem/1.45 var(--ox-font-body, ui-sans-serif, system-ui, sans-serif); }
.oxf-main { flex: 1; display: grid; place-items: center; padding: 24px 16px; box-sizing: border-box; }
.oxf-card { width: min(100%, 24rem); box-sizing: border-box; padding: 32px; border-radius: 10px;
  background: var(--ox-surface-raised, light-dark(#fff, #272522));
  box-shadow: var(--ox-shadow-m, 0 0 0 1px rgb(128 120 110 / 20%), 0 4px 14px rgb(34 30 24 / 10%)); }
.oxf-brand { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; font-weight: 600;
  letter-spacing: -0.01em; }
.oxf-mark { width: 18px; height: 18px; box-sizing: border-box;
  border: 4px solid var(--ox-accent, light-dark(#0c686b, #5bbdb8));
  border-bottom-color: transparent; border-radius: 50% 50% 50% 50% / 55% 55% 45% 45%; transform: rotate(45deg); }
.oxf-card h1 { margin: 0 0 8px; font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.015em; font-weight: 600; }
.oxf-lead { margin: 0 0 20px; color: var(--ox-text-muted, light-dark(#5c5750, #b3ada4)); }
.oxf-form { display: grid; gap: 16px; margin-top: 20px; }
.oxf-field { display: grid; gap: 6px; }
.oxf-field label { font-weight: 500; }
.oxf-field input { width: 100%; box-sizing: border-box; min-height: 40px; padding: 8px 12px; font: inherit;
  font-size: 1rem; color: inherit;
  background: var(--ox-bg, light-dark(#fff, #1b1a18));
  border: 1px solid var(--ox-border-strong, light-dark(#8a8379, #827b71)); border-radius: 6px; }
.oxf-field input:focus { border-color: var(--ox-focus, light-dark(#0c7f83, #63cbc6));
  outline: 1px solid var(--ox-focus, light-dark(#0c7f83, #63cbc6)); outline-offset: 0; }
.oxf-button:focus-visible, .oxf-check input:focus-visible, .oxf-card a:focus-visible {
  outline: 2px solid var(--ox-focus, light-dark(#0c7f83, #63cbc6)); outline-offset: 2px; }
.oxf-hint { margin: 0; font-size: 0.8125rem; color: var(--ox-text-muted, light-dark(#5c5750, #b3ada4)); }
.oxf-check { display: flex; align-items: start; gap: 8px; min-height: 24px; }
.oxf-check input { flex: none; width: 16px; height: 16px; margin: 2px 0 0;
  accent-color: var(--ox-accent, light-dark(#0c686b, #5bbdb8)); }
.oxf-button { min-height: 40px; padding: 8px 16px; border: 0; border-radius: 6px; font: inherit; font-weight: 600;
  cursor: pointer;
  background: var(--ox-accent, light-dark(#0c686b, #5bbdb8)); color: var(--ox-on-accent, light-dark(#fff, #07201f)); }
.oxf-button:hover { background: var(--ox-accent-hover, light-dark(#09565a, #74cdc8)); }
.oxf-card a { color: var(--ox-link, light-dark(#0c686b, #5bbdb8)); }
.oxf-card a.oxf-button { display: inline-flex; align-items: center;
  color: var(--ox-on-accent, light-dark(#fff, #07201f)); text-decoration: none; }
.oxf-more { margin: 20px 0 0; }
.aui-message { margin: 16px 0 0; padding: 10px 12px; border-radius: 6px; }
.aui-message ul { margin: 0; padding: 0; list-style: none; }
.aui-message-error { background: var(--ox-danger-subtle, light-dark(#fbe9e7, #391d1a));
  color: var(--ox-danger, light-dark(#b3261e, #f2938a)); }
.aui-message-info { background: var(--ox-info-subtle, light-dark(#e8f0f9, #172738));
  color: var(--ox-info, light-dark(#1d5c9e, #8cb8ee)); }
.aui-message-warning { background: var(--ox-warning-subtle, light-dark(#fdf3dd, #33280f));
  color: var(--ox-warning, light-dark(#7a5200, #e8bd6a)); }
.oxf-facts { display: grid; gap: 2px; margin: 0; }
.oxf-facts dt { font-size: 0.8125rem; color: var(--ox-text-muted, light-dark(#5c5750, #b3ada4)); }
.oxf-facts dd { margin: 0 0 10px; overflow-wrap: anywhere; }
.oxf-tag { display: inline-block; padding: 0 6px; border-radius: 4px; font-size: 0.75rem; font-weight: 500;
  white-space: nowrap; background: var(--ox-warning-subtle, light-dark(#fdf3dd, #33280f));
  color: var(--ox-warning, light-dark(#7a5200, #e8bd6a)); }
.oxf-choices { display: grid; gap: 10px; margin: 0; padding: 0; border: 0; min-width: 0; }
.oxf-choices legend { margin-bottom: 8px; padding: 0; font-weight: 500; }
.oxf-buttons { display: flex; flex-wrap: wrap; gap: 8px; }
.oxf-quiet, .oxf-quiet:hover { background: none; color: inherit;
  box-shadow: inset 0 0 0 1px var(--ox-border-strong, light-dark(#8a8379, #827b71)); }
.oxf-quiet:hover { background: var(--ox-surface-sunken, light-dark(#f7f6f3, #161513)); }
.oxf-foot { padding: 16px; text-align: center; font-size: 0.75rem;
  color: var(--ox-text-muted, light-dark(#5c5750, #b3ada4)); }
@media (max-width: 30rem) { .oxf-body { background: var(--ox-bg, light-dark(#fff, #1b1a18)); }
  .oxf-main { place-items: start stretch; padding: 8px 0; }
  .oxf-card { width: 100%; padding: 24px 16px; background: none; box-shadow: none; } }
`

const version = createHash('sha256').update(FORM_STYLE).digest('hex').slice(0, 12)

/** Address of the style sheet; it changes with the content. */
export const FORM_STYLE_PATH = `/styles/forms-${version}.css`
