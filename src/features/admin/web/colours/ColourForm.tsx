import { useState } from 'react'
import { longForm } from '#platform/contrast.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { COLOUR_NAMES, type ColourName, type ColourScheme, type SchemeInput } from '#features/look-and-feel/contract.ts'
import css from './colours.module.css'
import { ColourField } from './ColourField.tsx'
import { faintPairs, isColour } from './contrast.ts'
import { Preview } from './Preview.tsx'

type Theme = keyof ColourScheme
const THEMES: readonly Theme[] = ['lightTheme', 'darkTheme']

interface Props {
  scheme: ColourScheme
  defaults: ColourScheme
  onSave: (given: SchemeInput) => Promise<unknown>
  onReset: () => Promise<unknown>
}

/** Ten colours in two themes, how they look, and which of them are hard to read. */
export function ColourForm({ scheme, defaults, onSave, onReset }: Props) {
  const [shown, setShown] = useState(scheme)
  const isWhole = THEMES.every(theme => COLOUR_NAMES.every(name => isColour(shown[theme][name])))
  const save = useAction(async () => {
    await onSave({ lightTheme: given(shown.lightTheme, defaults.lightTheme), darkTheme: given(shown.darkTheme, defaults.darkTheme) })
    applied()
  })
  const reset = useAction(async () => {
    await onReset()
    applied()
  })
  const error = save.error ?? reset.error
  const faint = THEMES.flatMap(theme => faintPairs(shown[theme], theme === 'darkTheme'))
  return (
    <form
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
          <ul>
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
      <ButtonRow>
        <Button variant="primary" type="submit" isPending={save.isPending} isDisabled={!isWhole}>{t('Save')}</Button>
        <Button isPending={reset.isPending} onPress={() => void reset.run()}>{t('Back to the colours that the wiki came with')}</Button>
      </ButtonRow>
    </form>
  )
}

/** Only what differs is kept, so that later versions can change the rest. */
function given(chosen: ColourScheme[Theme], defaults: ColourScheme[Theme]): SchemeInput[Theme] {
  return Object.fromEntries(COLOUR_NAMES.flatMap(name => (longForm(chosen[name]) === longForm(defaults[name]) ? [] : [[name, longForm(chosen[name])]])))
}

/** The colours come with a style sheet of the document: a new one shows them. */
function applied(): void {
  showToast({ kind: 'success', title: t('The colours were saved'), body: t('They show from the next page on.') })
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
