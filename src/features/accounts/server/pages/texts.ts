import { speaker } from '#platform/words.ts'

/** German texts of the pages that work before the web app does. The English text is the key. */
const de: Readonly<Record<string, string>> = {
  'Log in': 'Anmelden',
  'Log in to the wiki': 'Beim Wiki anmelden',
  'User name or e-mail': 'Benutzername oder E-Mail',
  'User name': 'Benutzername',
  Password: 'Passwort',
  'Keep me logged in': 'Angemeldet bleiben',
  'Forgot your password?': 'Passwort vergessen?',
  'You are logged out.': 'Sie sind abgemeldet.',
  'You do not have permission to see that page. Log in with another account.':
    'Sie haben keine Berechtigung für diese Seite. Melden Sie sich mit einem anderen Konto an.',
  'Confirm your password': 'Passwort bestätigen',
  'You are about to change how the wiki works. Confirm that it is you.':
    'Sie sind dabei, das Wiki zu verwalten. Bestätigen Sie, dass Sie es sind.',
  Confirm: 'Bestätigen',
  'Back to the wiki': 'Zurück zum Wiki',
  'That is not your password.': 'Das ist nicht Ihr Passwort.',
  'New password': 'Neues Passwort',
  'Repeat the new password': 'Neues Passwort wiederholen',
  'Set password': 'Passwort setzen',
  'Reset your password': 'Passwort zurücksetzen',
  'Give your user name or e-mail address. If there is an account, you get a link for setting a new password.':
    'Geben Sie Benutzername oder E-Mail-Adresse an. Gibt es ein Konto, erhalten Sie einen Link für ein neues Passwort.',
  'Send the link': 'Link senden',
  'If there is an account of that name with an e-mail address, a link is on its way. It works once, for an hour.':
    'Gibt es ein solches Konto mit E-Mail-Adresse, ist ein Link unterwegs. Er gilt einmal, eine Stunde lang.',
  'This wiki cannot send mail. Ask an administrator for a link to set a new password.':
    'Dieses Wiki kann keine E-Mails senden. Bitten Sie die Administration um einen Link für ein neues Passwort.',
  'This link has expired or was used already.': 'Dieser Link ist abgelaufen oder wurde schon benutzt.',
  'Ask for a new link': 'Neuen Link anfordern',
  'The two passwords differ.': 'Die beiden Passwörter sind verschieden.',
  'The password must have {{min}} to {{max}} characters.': 'Das Passwort muss {{min}} bis {{max}} Zeichen haben.',
  'At least {{min}} characters.': 'Mindestens {{min}} Zeichen.',
  'Your password is set. Log in with it.': 'Ihr Passwort ist gesetzt. Melden Sie sich damit an.',
  'Back to log in': 'Zurück zur Anmeldung',
  'Set up your wiki': 'Wiki einrichten',
  'Create the administrator. You can invite everybody else afterwards.':
    'Legen Sie das Administrationskonto an. Alle anderen können Sie danach einladen.',
  'Set-up code': 'Einrichtungscode',
  'It stands in the log of the wiki, with the address of this page.':
    'Er steht im Protokoll des Wikis, bei der Adresse dieser Seite.',
  'That is not the set-up code of this wiki.': 'Das ist nicht der Einrichtungscode dieses Wikis.',
  'Full name': 'Vollständiger Name',
  'E-mail': 'E-Mail',
  Optional: 'Freiwillig',
  'Create a demonstration space to look around in': 'Einen Beispielbereich zum Umsehen anlegen',
  'Create administrator': 'Konto anlegen',
  'The form was open for too long. Please send it again.':
    'Das Formular war zu lange geöffnet. Bitte senden Sie es noch einmal.',
}

const say = speaker({ de })

/** Gives the text in the reader's language; `{{name}}` is filled in. */
export type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string

/** Texts of the plain pages in a language; English where there is no other. */
export function translator(locale: string): Translate {
  return (text, values) => say(locale, text, values)
}
