import { Link } from '@remix-run/react';
import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from 'react';
import { forwardRef } from 'react';
import { t } from '#app/i18n/t.ts';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';
import { Spinner } from './spinner.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonAppearance {
  /** Default `secondary`. At most one `primary` on a screen. */
  variant?: ButtonVariant | undefined;
  size?: 'md' | 'lg' | undefined;
  /** As wide as its container: for the one button under a narrow form. */
  isWide?: boolean | undefined;
  /** Before the label. */
  icon?: IconName | undefined;
  /** After the label: an arrow that means "continue". */
  trailingIcon?: IconName | undefined;
}

export interface ButtonProps extends ButtonAppearance, ComponentPropsWithoutRef<'button'> {
  /** Shows a spinner instead of the label, keeps the width, and ignores a second click. */
  isPending?: boolean | undefined;
}

export interface ButtonLinkProps
  extends ButtonAppearance,
    Omit<ComponentPropsWithoutRef<'a'>, 'href' | 'className'> {
  /** A path inside the portal, or an absolute URL. */
  to: string;
  /** For a path that answers with a redirect to another host or with a file: lets the browser itself follow it. */
  reloadDocument?: boolean | undefined;
  /** For a part of the same page, such as a dialog: the page stays where it is scrolled. */
  preventScrollReset?: boolean;
}

const absoluteUrl = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

function buttonClass({ variant = 'secondary', size = 'md', isWide }: ButtonAppearance, extra?: string) {
  return classNames(
    'button',
    `button--${variant}`,
    size === 'lg' && 'button--lg',
    isWide && 'button--wide',
    extra,
  );
}

function ButtonLabel({ icon, trailingIcon, children }: ButtonAppearance & { children?: ReactNode }) {
  return (
    <span className="button__label">
      {icon && <Icon name={icon} />}
      {children}
      {trailingIcon && <Icon name={trailingIcon} />}
    </span>
  );
}

/** A button. Its type is `button` by default, so that it submits no form by accident. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, isWide, icon, trailingIcon, isPending = false, className, children, onClick, ...rest },
  ref,
) {
  // `disabled` would drop the focus, and the button's name and value from the form.
  const guardClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      ref={ref}
      className={buttonClass({ variant, size, isWide }, className)}
      onClick={guardClick}
      {...(isPending && { 'aria-disabled': true, 'data-pending': '' })}
    >
      <ButtonLabel icon={icon} trailingIcon={trailingIcon}>
        {children}
      </ButtonLabel>
      {isPending && (
        <span className="button__pending" role="status">
          <Spinner />
          <VisuallyHidden>{t('ui.working')}</VisuallyHidden>
        </span>
      )}
    </button>
  );
});

/** A link styled as a button, to the portal or to another host. */
export function ButtonLink({
  to,
  variant,
  size,
  isWide,
  icon,
  trailingIcon,
  children,
  reloadDocument = false,
  preventScrollReset = false,
  ...rest
}: ButtonLinkProps) {
  const opensTab = rest.target === '_blank';
  const label = (
    <ButtonLabel icon={icon} trailingIcon={trailingIcon}>
      {children}
      {opensTab && <VisuallyHidden> {t('ui.opensInNewTab')}</VisuallyHidden>}
    </ButtonLabel>
  );
  const shared = {
    ...rest,
    className: buttonClass({ variant, size, isWide }),
    ...(opensTab && { rel: 'noopener noreferrer' }),
  };
  if (absoluteUrl.test(to)) {
    return (
      <a href={to} {...shared}>
        {label}
      </a>
    );
  }
  return (
    <Link to={to} {...{ reloadDocument, preventScrollReset }} {...shared}>
      {label}
    </Link>
  );
}
