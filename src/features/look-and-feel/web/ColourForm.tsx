import { useEffect, useRef, useState } from 'react'
import { longForm } from '#platform/contrast.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { showFailure, showToast } from '#platform/web/ui/toast-store.ts'
import type { ColourName, ColourScheme, SchemeInput } from '../contract.ts'
import { COLOUR_NAMES } from '../shared.ts'
import css from './colours.module.css'
import { ColourField } from './ColourField.tsx'
import { faintPairs, isColour } from './contrast.ts'
import { Preview } from './Preview.tsx'
import { refreshColours } from './sheet.ts'

type Theme = keyof ColourScheme
const THEMES: readonly Theme[] = ['lightTheme', 'darkTheme']

export interface ColourFormProps {
  scheme: ColourScheme
  /** What holds where nothing else is chosen. */
  defaults: ColourScheme
  /** Keeps what differs from the defaults; gives the colours that hold then. */
  onSave: (given: SchemeInput) => Promise<ColourScheme>
  /** Goes back to the defaults; absent where nothing was chosen. `undo` gives the colours that hold again; default: they are saved again. */
  reset?: { label: string; run: () => Promise<unknown>; undo?: () => Promise<ColourScheme> } | undefined
}

/** Ten colours in two themes, how they look, and which of them are hard to read. */
export default function ColourForm({ scheme, defaults, onSave, reset: back }: ColourFormProps) {
  const [shown, setShown] = useState(scheme)
  const isWhole = THEMES.every(theme => COLOUR_NAMES.every(name => isColour(shown[theme][name])))
  const form = useRef<HTMLFormElement>(null)
  const resets = useRef(0)
  const isOwn = back !== undefined
  useEffect(() => {
    // The button that was pressed is gone with what it took back.
    if (resets.current > 0 && !isOwn && document.activeElement === document.body) form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  }, [isOwn])
  const show = (colours: ColourScheme) => {
    setShown(colours)
    refreshColours()
  }
  const save = useAction(async () => {
    show(await onSave(differences(shown, defaults)))
    showToast({ kind: 'success', title: t('The colours were saved') })
  })
  const reset = useAction(async () => {
    resets.current++
    await back?.run()
    show(defaults)
    const undo = back?.undo ?? (() => onSave(differences(scheme, defaults)))
    const failed = (error: unknown) => showFailure(t('The colours could not be brought back'), error)
    showToast({ kind: 'success', title: t('The colours were reset'), action: { label: t('Undo'), run: () => void undo().then(show, failed) } })
  })
  const error = save.error ?? reset.error
  const faint = THEMES.flatMap(theme => faintPairs(shown[theme], theme === 'darkTheme'))
  return (
    <form
      ref={form}
      className={css.form}
      onSubmit={event => {
        event.preventDefault()
        void save.run()
      }}
    >
      <table className={css.table}>
        <caption className="ox-visually-hidden">{t('Colours')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Colour of')}</th>
            <th scope="col">{t('Light theme')}</th>
            <th scope="col">{t('Dark theme')}</th>
          </tr>
        </thead>
        <tbody>
          {COLOUR_NAMES.map(name => (
            <tr key={name}>
              <th scope="row">{colourWords(name)}</th>
              {THEMES.map(theme => (
                <td key={theme}>
                  <ColourField
                    label={`${colourWords(name)}, ${themeWords(theme)}`}
                    value={shown[theme][name]}
                    onChange={value => setShown({ ...shown, [theme]: { ...shown[theme], [name]: value } })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.previews}>
        {THEMES.map(theme => <Preview key={theme} label={themeWords(theme)} colours={shown[theme]} isDark={theme === 'darkTheme'} />)}
      </div>
      {faint.length > 0 && (
        <Banner tone="warning" title={t('Some of these are hard to read')}>
          <ul className={css.faint}>
            {faint.map(({ text, ground, ratio, isDark }) => (
              <li key={`${text} ${isDark}`}>
                {t('{{text}} on {{ground}}, {{theme}}: contrast {{ratio}} to 1; 4.5 to 1 is the least.', {
                  text: colourWords(text), ground: ground === undefined ? t('the page') : colourWords(ground),
                  theme: themeWords(isDark ? 'darkTheme' : 'lightTheme'), ratio: ratio.toFixed(1),
                })}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {error && <Banner tone="danger" title={error.message} />}
      {!isWhole && <p className={css.hint} role="status">{t('A colour is written as # and three or six hex digits, as in #0c686b.')}</p>}
      <ButtonRow>
        <Button variant="primary" type="submit" isPending={save.isPending} isDisabled={!isWhole}>{t('Save')}</Button>
        {back && <Button isPending={reset.isPending} onPress={() => void reset.run()}>{back.label}</Button>}
      </ButtonRow>
    </form>
  )
}

/** Only what differs is kept, so that later versions can change the rest. */
function differences(chosen: ColourScheme, defaults: ColourScheme): SchemeInput {
  const of = (theme: Theme) => Object.fromEntries(COLOUR_NAMES.flatMap(name => {
    const colour = longForm(chosen[theme][name])
    return colour === longForm(defaults[theme][name]) ? [] : [[name, colour]]
  }))
  return { lightTheme: of('lightTheme'), darkTheme: of('darkTheme') }
}

function themeWords(theme: Theme): string {
  return theme === 'lightTheme' ? t('Light theme') : t('Dark theme')
}

function colourWords(name: ColourName): string {
  switch (name) {
    case 'topBar':
      return t('Top bar')
    case 'topBarMenuSelectedBackground':
      return t('Top bar: entry under the pointer')
    case 'topBarMenuSelectedText':
      return t('Top bar: text under the pointer')
    case 'topBarMenuItemText':
      return t('Top bar: text')
    case 'headerButtonBaseBg':
      return t('Create button')
    case 'headerButtonBaseText':
      return t('Create button: text')
    case 'headingText':
      return t('Headings')
    case 'links':
      return t('Links')
    case 'borderColor':
      return t('Lines')
    case 'navBackground':
      return t('Sidebar')
  }
}
