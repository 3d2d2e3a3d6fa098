import { ROLE_NAMES } from '#contract/console/roles';
import { Page } from '../parts/page.tsx';
import type { Me } from '../runtime/queries.ts';
import { FactorCard } from './factor-card.tsx';
import { KeysCard } from './keys-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function AccountPage({ person }: { person: Me }) {
  return (
    <Page title="我的账号">
      <p className="break-words text-soft">
        {person.name} · {ROLE_NAMES[person.role]}
      </p>
      <PasswordCard />
      <FactorCard person={person} />
      <PasskeysCard />
      <SessionsCard />
      <KeysCard person={person} />
    </Page>
  );
}
