// The parts of oidc-provider that the tests use. Its own types are those of a koa app.
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Client {
    readonly clientId: string;
    grantTypeAllowed(type: string): boolean;
  }
  interface Interaction {
    readonly params: Readonly<Record<string, string | undefined>>;
    readonly prompt: { readonly name: string };
    readonly session?: { readonly accountId: string };
    readonly grantId?: string;
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Configuration {
    readonly issueRefreshToken: (context: unknown, client: Client) => boolean;
    readonly findAccount: (context: unknown, id: string) => object | undefined;
    readonly extraTokenClaims: (
      context: unknown,
      token: { readonly clientId: string },
    ) => object | undefined;
    readonly features: {
      readonly resourceIndicators: {
        readonly enabled: boolean;
        readonly defaultResource: (context: unknown, client: Client) => string | undefined;
        readonly getResourceServerInfo: () => object;
      };
      readonly [feature: string]: unknown;
    };
    readonly [setting: string]: unknown;
  }
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: {
      new (of: { readonly accountId: string; readonly clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<void>;
  }
}
