// The client settings of the server (START-3, HUB-5, AUTH-6); the specification's own values until it has answered.
import { type ClientSettingsReply, defaultClientSettings } from '@openpit/wire';
import { create } from 'zustand';

export const useSettings = create<ClientSettingsReply>()(() => defaultClientSettings);
