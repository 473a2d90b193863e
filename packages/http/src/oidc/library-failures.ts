import { errors as joseErrors } from "jose";
import * as oauth from "oauth4webapi";
import { DirectoryRefused, DirectoryUnreachable } from "./failures.ts";

/** The errors with which a directory says that it can't serve now. */
const temporary = new Set(["temporarily_unavailable", "server_error", "slow_down"]);

/** Asks the directory, and throws one of the two failures. */
export async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): Error {
  if (error instanceof DirectoryRefused || error instanceof DirectoryUnreachable) return error;
  const refused = (reason: string) => new DirectoryRefused(reason, { cause: error });
  if (error instanceof oauth.ResponseBodyError) {
    const isTemporary = temporary.has(error.error) || error.status === 429;
    if (!isTemporary) return refused(`The directory refused: ${error.error}.`);
  } else if (error instanceof oauth.AuthorizationResponseError) {
    if (!temporary.has(error.error)) return refused(`The directory refused: ${error.error}.`);
  } else if (error instanceof oauth.WWWAuthenticateChallengeError) {
    if (error.status < 500) return refused("The directory refused the client of this service.");
  } else if (error instanceof oauth.OperationProcessingError) {
    // An answer of another form is that of a proxy, or of a directory that has failed.
    const isForm = error.code === oauth.RESPONSE_IS_NOT_CONFORM;
    const isText = error.code === oauth.RESPONSE_IS_NOT_JSON || error.code === oauth.PARSE_ERROR;
    if (!isForm && !isText)
      return refused(`The answer of the directory is not valid: ${error.message}.`);
  } else if (error instanceof oauth.UnsupportedOperationError) {
    return refused(`The answer of the directory is not supported: ${error.message}.`);
  }
  return new DirectoryUnreachable("The directory can't be reached.", { cause: error });
}

/** Verifies a token, and throws one of the two failures. */
export async function verified<Token>(verifyOne: () => Promise<Token>): Promise<Token> {
  try {
    return await verifyOne();
  } catch (error) {
    if (error instanceof DirectoryUnreachable || error instanceof DirectoryRefused) throw error;
    // The plain error is thrown for an answer of the keys' place that holds no keys.
    const isOfKeys =
      error instanceof joseErrors.JWKSTimeout ||
      error instanceof joseErrors.JWKSInvalid ||
      (error instanceof joseErrors.JOSEError && error.code === joseErrors.JOSEError.code);
    if (isOfKeys) {
      throw new DirectoryUnreachable("The keys of the directory can't be read.", { cause: error });
    }
    throw new DirectoryRefused(whyRefused(error), { cause: error });
  }
}

const claimRules: Readonly<Record<string, string>> = {
  aud: "is for another audience",
  iss: "is of another issuer",
  exp: "has expired",
  iat: "was made at another time than it may be",
  nbf: "is not valid yet",
};

function whyRefused(error: unknown): string {
  if (error instanceof joseErrors.JWTExpired) return "The token has expired.";
  if (error instanceof joseErrors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    if (reason === "missing") return `The token has no ${claim}.`;
    return `The token ${claimRules[claim] ?? `has another ${claim}`}.`;
  }
  if (error instanceof joseErrors.JOSEAlgNotAllowed) return "The token is signed in another way.";
  if (error instanceof joseErrors.JWKSNoMatchingKey) return "The key of the token is not known.";
  return "The token is not valid.";
}
