import { useState } from 'react'
import { LANGUAGES, type Language } from '#platform/languages.ts'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useSetAnswer } from '#platform/web/query.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { Facts, Section } from '#platform/web/ui/Section.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import { getProfile } from '#features/accounts/contract.ts'
import { DARK_FEATURES, type DarkFeature } from '#features/inline-comments/shared.ts'
import { getSiteSettings, sendTestMail, updateSiteSettings, type SiteSettings } from '../contract.ts'
import { AccessModeForm } from './AccessModeForm.tsx'
import { AdminPage } from './AdminPage.tsx'

const MEGABYTE = 1024 * 1024

export default function SettingsScreen() {
  const answer = useEndpoint(getSiteSettings)
  return (
    <AdminPage title={t('General settings')}>
      <Loaded answer={answer} failure={t('The settings could not be read')} skeleton={6}>
        {settings => (
          <>
            <Section title={t('Wiki')}>
              <GeneralForm settings={settings} />
            </Section>
            <Section
              title={t('Around the wiki')}
              description={t('What the proxy before it takes, and who manages its users.')}
            >
              <ProxyForm settings={settings} />
            </Section>
            <Section title={t('Comments on marked text')}>
              <InlineCommentsForm settings={settings} />
            </Section>
            <Section title={t('Captcha')}>
              <CaptchaForm settings={settings} />
            </Section>
            <Section title={t('Diagrams')}>
              <DiagramsForm settings={settings} />
            </Section>
            <Section
              title={t('Read-only mode')}
              description={t(
                'For maintenance, or before the wiki moves: everybody can read, and nobody can change anything, administrators neither.',
              )}
            >
              <AccessModeForm />
            </Section>
            <Section
              title={t('Mail')}
              description={settings.mail.configured ? t('Links to set a password are sent by mail.') : undefined}
            >
              {settings.mail.configured ? (
                <MailTest from={settings.mail.from} />
              ) : (
                <Banner tone="info" title={t('No mail server is configured')}>
                  {t('Set OXBOW_SMTP_URL and OXBOW_MAIL_FROM in the environment of the wiki and start it again.')}
                </Banner>
              )}
            </Section>
            <Section
              title={t('Set in the environment')}
              description={t('These hold for the process and change with its next start.')}
            >
              <Facts facts={[{ label: t('Base address'), value: settings.baseUrl }]} />
            </Section>
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

function GeneralForm({ settings }: { settings: SiteSettings }) {
  const setAnswer = useSetAnswer(getSiteSettings)
  const [siteTitle, setSiteTitle] = useState(settings.siteTitle)
  const [quickSearch, setQuickSearch] = useState(settings.quickSearch)
  const [follow, setFollow] = useState(settings.follow)
  const [liveUpdates, setLiveUpdates] = useState(settings.liveUpdates)
  const [megabytes, setMegabytes] = useState(String(Math.round(settings.maxAttachmentSize / MEGABYTE)))
  const [language, setLanguage] = useState<Language>(settings.language)
  const [browserLanguage, setBrowserLanguage] = useState(settings.browserLanguage)
  const save = useAction(async () => {
    const maxAttachmentSize = bytesOf(megabytes)
    const body = { siteTitle, maxAttachmentSize, quickSearch, follow, liveUpdates, language, browserLanguage }
    setAnswer(await elevated(() => call(updateSiteSettings, { body })))
    showSuccess(t('The settings were saved'))
  })
  return (
    <ActionForm action={save} fields={['siteTitle', 'maxAttachmentSize']}>
      <TextField
        label={t('Site title')}
        isRequired
        value={siteTitle}
        onChange={setSiteTitle}
        error={save.fieldError('siteTitle')}
        description={t('Shown in the top bar and in the titles of all pages.')}
        maxLength={100}
      />
      <TextField
        label={t('Largest attachment, in MB')}
        isRequired
        inputMode="decimal"
        value={megabytes}
        onChange={setMegabytes}
        error={save.fieldError('maxAttachmentSize')}
        maxLength={12}
      />
      <Checkbox
        isSelected={quickSearch}
        onChange={setQuickSearch}
        description={t('Without it, the box in the top bar only leads to the search page.')}
      >
        {t('Suggest pages while somebody types')}
      </Checkbox>
      <Checkbox
        isSelected={follow}
        onChange={setFollow}
        description={t('Those whom somebody follows are named first among the people who like a page.')}
      >
        {t('Let users follow each other')}
      </Checkbox>
      <Checkbox
        isSelected={liveUpdates}
        onChange={setLiveUpdates}
        description={t('Pages ask every half minute, and less often while nobody reads them.')}
      >
        {t('Show on open pages what others change')}
      </Checkbox>
      <Select
        label={t('Language of the wiki')}
        value={language}
        onChange={id => setLanguage(id as Language)}
        description={t('For everybody who has chosen none in their profile, and for visitors who are not signed in.')}
        options={Object.entries(LANGUAGES).map(([id, label]) => ({ id, label }))}
      />
      <Checkbox
        isSelected={browserLanguage}
        onChange={setBrowserLanguage}
        description={t('Without it, they all read the language of the wiki, whatever their browser asks for.')}
      >
        {t('Prefer the language that their browser asks for')}
      </Checkbox>
    </ActionForm>
  )
}

function ProxyForm({ settings }: { settings: SiteSettings }) {
  const setAnswer = useSetAnswer(getSiteSettings)
  const [chunkMegabytes, setChunkMegabytes] = useState(String(Math.round(settings.attachmentChunkSize / MEGABYTE)))
  const [externalUsers, setExternalUsers] = useState(settings.externalUsers)
  const save = useAction(async () => {
    const body = { attachmentChunkSize: bytesOf(chunkMegabytes), externalUsers }
    setAnswer(await elevated(() => call(updateSiteSettings, { body })))
    showSuccess(t('The settings were saved'))
  })
  return (
    <ActionForm action={save} fields={['attachmentChunkSize']}>
      <TextField
        label={t('Send files in chunks of so many MB')}
        inputMode="decimal"
        value={chunkMegabytes}
        onChange={setChunkMegabytes}
        error={save.fieldError('attachmentChunkSize')}
        description={t(
          'For proxies that refuse long requests; an upload goes on after a broken connection. 0 sends every file whole.',
        )}
        maxLength={12}
      />
      <Checkbox
        isSelected={externalUsers}
        onChange={setExternalUsers}
        description={t('Above pages, visitors are not offered to log in.')}
      >
        {t('Users are managed outside of the wiki')}
      </Checkbox>
    </ActionForm>
  )
}

const INLINE_PARTS: Record<DarkFeature, string> = {
  'confluence-inline-comments': 'Comments on marked text',
  'confluence-inline-comments-resolved': 'The list of resolved comments',
  'confluence-inline-comments-rich-editor': 'The toolbar of their editor',
  'confluence-inline-comments-dangling-comment': 'Resolving comments whose text is gone',
}

function InlineCommentsForm({ settings }: { settings: SiteSettings }) {
  const setAnswer = useSetAnswer(getSiteSettings)
  const [off, setOff] = useState(settings.inlineCommentsOff)
  const save = useAction(async () => {
    setAnswer(await elevated(() => call(updateSiteSettings, { body: { inlineCommentsOff: off } })))
    showSuccess(t('The settings were saved'))
  })
  return (
    <ActionForm action={save} fields={[]}>
      {DARK_FEATURES.map(name => (
        <Checkbox
          key={name}
          isSelected={!off.includes(name)}
          onChange={isOn => setOff(isOn ? off.filter(other => other !== name) : [...off, name])}
        >
          {t(INLINE_PARTS[name])}
        </Checkbox>
      ))}
    </ActionForm>
  )
}

/** Bytes of a number of megabytes, as an administrator types it. */
function bytesOf(megabytes: string): number {
  return Math.round(Number(megabytes.replace(',', '.')) * MEGABYTE)
}

function CaptchaForm({ settings }: { settings: SiteSettings }) {
  const setAnswer = useSetAnswer(getSiteSettings)
  const [commentCaptcha, setCommentCaptcha] = useState(settings.commentCaptcha)
  const [signInCaptcha, setSignInCaptcha] = useState(settings.signInCaptcha)
  const save = useAction(async () => {
    setAnswer(await elevated(() => call(updateSiteSettings, { body: { commentCaptcha, signInCaptcha } })))
    showSuccess(t('The settings were saved'))
  })
  return (
    <ActionForm action={save} fields={[]}>
      <Checkbox
        isSelected={commentCaptcha}
        onChange={setCommentCaptcha}
        description={t('Visitors type a word from a picture, or answer a question, before their comment is stored.')}
      >
        {t('Ask visitors who are not signed in for a captcha when they comment')}
      </Checkbox>
      <Checkbox
        isSelected={signInCaptcha}
        onChange={setSignInCaptcha}
        description={t('After three failures from one place.')}
      >
        {t('Ask for a captcha after repeated failures to log in')}
      </Checkbox>
    </ActionForm>
  )
}

function DiagramsForm({ settings }: { settings: SiteSettings }) {
  const setAnswer = useSetAnswer(getSiteSettings)
  const [copyDiagrams, setCopyDiagrams] = useState(settings.copyDiagrams)
  const save = useAction(async () => {
    setAnswer(await elevated(() => call(updateSiteSettings, { body: { copyDiagrams } })))
    showSuccess(t('The settings were saved'))
  })
  return (
    <ActionForm action={save} fields={[]}>
      <Checkbox
        isSelected={copyDiagrams}
        onChange={setCopyDiagrams}
        description={t('Without it, a diagram can be copied within its page and to new pages.')}
      >
        {t('Let diagrams be copied to other existing pages')}
      </Checkbox>
    </ActionForm>
  )
}

function MailTest({ from }: { from: string }) {
  const { data: profile } = useEndpoint(getProfile)
  const [typed, setTyped] = useState<string>()
  const to = typed ?? profile?.email ?? ''
  const send = useAction(async () => {
    await elevated(() => call(sendTestMail, { body: { to } }))
    showSuccess(t('A test message was sent to {{to}}', { to }))
  })
  return (
    <ActionForm action={send} fields={['to']} submitLabel={t('Send test message')} variant="default">
      <Facts facts={[{ label: t('Sender'), value: from }]} />
      <TextField
        label={t('Send a test message to')}
        type="email"
        isRequired
        value={to}
        onChange={setTyped}
        error={send.fieldError('to')}
        maxLength={254}
      />
    </ActionForm>
  )
}
