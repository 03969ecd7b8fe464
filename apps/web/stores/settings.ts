// The times that the server hands out (START-3, HUB-5, AUTH-6): the specification's own figures until it has answered.
import { type ClientSettings, defaultClientSettings } from '@openpit/wire';
import { create } from 'zustand';

export const useSettings = create<ClientSettings>()(() => defaultClientSettings);
