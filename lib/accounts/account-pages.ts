import { env } from "@/lib/env";

/** The addresses that mails and commands lead to; lib/client/routes.ts has the others. */

export const invitationPage = (secret: string) => `${env().BASE_URL}/invitation/${secret}`;
export const confirmEmailPage = (secret: string) => `${env().BASE_URL}/confirm-email/${secret}`;
export const resetPasswordPage = (secret: string) => `${env().BASE_URL}/reset-password/${secret}`;
export const accountPage = () => `${env().BASE_URL}/settings/account`;
export const auditPage = () => `${env().BASE_URL}/settings/audit`;
export const membersPage = () => `${env().BASE_URL}/settings/members`;
export const forgotPasswordPage = () => `${env().BASE_URL}/forgot-password`;
